import type { EditedDocument } from '#features/processes/template-editor.ts'
import { TextField } from '#ui/forms/field.tsx'
import { StageListEditor } from './stage-list-editor.tsx'

type Props = { of: string; documents: readonly EditedDocument[]; onChange: (documents: EditedDocument[]) => void }

/** Documents that the family provides in a stage: each is uploaded, approved or returned separately. */
export const StageDocumentsEditor = ({ of, documents, onChange }: Props) => (
  <StageListEditor
    legend="מסמכים שהמשפחה מביאה"
    className="template-materials"
    items={documents}
    nameOf={({ name }, place) => name || `מסמך ${place}`}
    add="מסמך"
    addLabel={`מסמך חדש בשלב ${of}`}
    empty={() => ({ lineage: null, name: '', hint: '' })}
    onChange={onChange}
  >
    {(one, at, set) => (
      <>
        <TextField
          name={`document-name-${at}`}
          label="שם המסמך"
          required
          maxLength={120}
          value={one.name}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextField
          name={`document-hint-${at}`}
          label="הסבר למשפחה"
          optional="(לא חובה)"
          maxLength={300}
          value={one.hint}
          onChange={({ target }) => set({ hint: target.value })}
        />
      </>
    )}
  </StageListEditor>
)
