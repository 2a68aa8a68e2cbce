// Header of the editor: name, status and actions.
import { ArrowRight, EllipsisVertical, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import {
  type AutomationAction,
  type ShownAutomation,
  useControlAutomation,
} from '#features/automations/automations.data.ts'
import { refusals } from '#features/automations/automations.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { AutomationBadge } from '../automation-badge.tsx'
import type { useDefinitionEditing } from './use-definition-editing.ts'
import { useDraftRemoval } from './use-draft-removal.ts'

export type EditorTexts = { back: { to: string; text: string }; runs: string }
type Props = {
  editing: ReturnType<typeof useDefinitionEditing>
  status: ShownAutomation
  words: EditorTexts
  children: ReactNode
}

export function EditorHead({ editing, status, words, children }: Props) {
  const remove = useDraftRemoval()
  const steer = useControlAutomation()
  const [isArchiving, setArchiving] = useState(false)
  const act = (step: AutomationAction) =>
    steer.mutate({ id: status.id, step }, { onError: (error) => toast.error(refusalText(error, refusals)) })
  return (
    <>
      <div className="view__head">
        <Link to={words.back.to} className="btn btn--ghost btn--icon btn--sm" aria-label={words.back.text}>
          <Icon of={ArrowRight} />
        </Link>
        <h1 className="truncate">
          <bdi>{editing.name}</bdi>
        </h1>
        <AutomationBadge status={status.status} pausedBecause={status.paused_because} />
        <div className="view__end">
          {status.current_version !== null && (
            <Link className="btn btn--ghost btn--md" to={words.runs}>
              מי בפנים
            </Link>
          )}
          {children}
          <Menu
            align="end"
            trigger={<Button look="ghost" iconOnly aria-label="עוד פעולות" icon={<Icon of={EllipsisVertical} />} />}
          >
            {status.current_version === null ? (
              <MenuItem
                icon={Trash2}
                danger
                onSelect={() => {
                  editing.discard()
                  void remove(editing.saved, words.back.to)
                }}
              >
                מחיקה
              </MenuItem>
            ) : (
              <>
                {status.status === 'enabled' && <MenuItem onSelect={() => act('pause')}>השהיה</MenuItem>}
                {status.status !== 'enabled' && <MenuItem onSelect={() => act('enable')}>הפעלה</MenuItem>}
                {status.status !== 'archived' && (
                  <MenuItem danger onSelect={() => setArchiving(true)}>
                    העברה לארכיון, כולל יציאה של מי שבפנים
                  </MenuItem>
                )}
              </>
            )}
          </Menu>
        </div>
      </div>
      {isArchiving && (
        <Dialog
          open
          onOpenChange={(open) => !open && setArchiving(false)}
          title="להעביר לארכיון?"
          text="מי שבפנים יוצאים עכשיו, וגם הפעלה מחדש לא מחזירה אותם. לעצירה זמנית יש השהיה."
        >
          <DialogActions>
            <Button
              look="danger"
              onClick={() => {
                setArchiving(false)
                act('archive')
              }}
            >
              העברה לארכיון
            </Button>
            <Button look="ghost" onClick={() => setArchiving(false)}>
              חזרה
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
