import type { FieldKind } from '#platform/forms/definition/field-schema.ts'
import { Dialog, DialogBody } from '#ui/layers/dialog.tsx'
import { kindGroups, kindLabels } from './field-kinds.ts'

type Props = { open: boolean; onClose: () => void; onAdd: (kind: FieldKind) => void }

/** Selects the kind of a new question. Selecting one adds the question immediately. */
export const AddFieldDialog = ({ open, onClose, onAdd }: Props) => (
  <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title="איזו שאלה להוסיף?" wide>
    <DialogBody>
      <div className="builder__kinds">
        {kindGroups.map(({ title, kinds }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <ul>
              {kinds.map((kind) => (
                <li key={kind}>
                  <button type="button" onClick={() => onAdd(kind)}>
                    {kindLabels[kind]}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </DialogBody>
  </Dialog>
)
