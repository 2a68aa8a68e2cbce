import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import type { useTemplateEditing } from './use-template-editing.ts'

/** Resolves an edit conflict of a template. The rejected text remains as a version or on the screen. */
export function TemplateConflictDialog({ editing }: { editing: ReturnType<typeof useTemplateEditing> }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && editing.forgetTheirs()}
      title="מישהו שמר את התבנית בזמן שערכתם"
      text={`הגרסה שלהם, מספר ${editing.theirs?.version ?? ''}, שמורה בין הגרסאות גם אם תשמרו את שלכם.`}
    >
      <DialogActions>
        <Button look="primary" busy={editing.isSaving} onClick={editing.saveOverTheirs}>
          שמירת מה שכתבתי
        </Button>
        <Button onClick={() => editing.takeTheirs()}>מעבר לגרסה שלהם</Button>
        <Button look="ghost" onClick={editing.forgetTheirs}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}
