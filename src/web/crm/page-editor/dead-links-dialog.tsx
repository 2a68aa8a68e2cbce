import type { LinkCheck } from '#platform/pages/block-form/link-check.ts'
import type { BlockLink } from '#platform/pages/links-in.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Ltr } from '#ui/ltr.tsx'

/**
 * Shown before publishing or scheduling: links of the page that are hidden or have no target. `reasonOf`: the sentence
 * at the field.
 */
export function DeadLinksDialog({
  links,
  reasonOf,
  isScheduling,
  onContinue,
  onClose,
}: {
  links: readonly BlockLink[]
  reasonOf: LinkCheck
  isScheduling: boolean
  onContinue: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="יש קישורים בלי עמוד מפורסם"
      text="אפשר לתקן עכשיו. כשעמוד יפורסם בכתובת, הקישור אליו יעבוד מעצמו."
    >
      <DialogBody>
        <ul>
          {links.map(({ href, words }, at) => (
            <li key={at}>
              <bdi>{words}</bdi> <Ltr>{href}</Ltr>
              <br />
              <small>{reasonOf(href)}</small>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          חזרה לתיקון
        </Button>
        <Button look="ghost" onClick={onContinue}>
          {isScheduling ? 'תזמון בכל זאת' : 'פרסום בכל זאת'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
