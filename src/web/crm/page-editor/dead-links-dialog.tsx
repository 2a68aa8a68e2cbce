import type { BlockLink } from '#platform/pages/links-in.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Ltr } from '#ui/ltr.tsx'

/** Shown before publishing: links of the page that visitors would not see. */
export function DeadLinksDialog({
  links,
  onPublish,
  onClose,
}: {
  links: readonly BlockLink[]
  onPublish: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="יש קישורים שלא יוצגו"
      text="אין עכשיו עמוד מפורסם בכתובות האלה. הכפתור או הקישור יופיעו מעצמם כשהעמוד יפורסם."
    >
      <DialogBody>
        <ul>
          {links.map(({ href, words }, at) => (
            <li key={at}>
              <bdi>{words}</bdi> <Ltr>{href}</Ltr>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          חזרה לתיקון
        </Button>
        <Button look="ghost" onClick={onPublish}>
          פרסום בכל זאת
        </Button>
      </DialogActions>
    </Dialog>
  )
}
