import '../../portal/portal-home.css'
import { useNow } from '#client/now.ts'
import { currentStage, tasksOfClient } from '#features/processes/stage-progress.ts'
import { type EditedTemplate, previewOf } from '#features/processes/template-editor.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { CurrentStage } from '../../portal/current-stage.tsx'
import { PathCard } from '../../portal/home/path-card.tsx'
import { StageList } from '../../portal/stage-list.tsx'
import { StageTasks } from '../../portal/stage-tasks.tsx'

/** The draft in the portal's components, with its first stage open. The preview is inert, so links are inactive. */
export function TemplatePreview({ content, onClose }: { content: EditedTemplate; onClose: () => void }) {
  const now = useNow()
  const process = previewOf(content, now)
  const current = currentStage(process.stages)
  return (
    <Dialog
      open
      title="כך המשפחה רואה את התהליך"
      text="השלב הראשון פתוח. שלבים שלא מוצגים למשפחה אינם כאן."
      onOpenChange={(open) => !open && onClose()}
    >
      <DialogBody>
        <div className="portal-col" inert>
          {current && <CurrentStage current={current} now={now} />}
          <PathCard process={process} now={now} />
          {current && tasksOfClient(current.stage.task_template).length > 0 && (
            <StageTasks current={current} now={now} />
          )}
          {process.stages.length > 0 && <StageList stages={process.stages} current={current} />}
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>סגירה</Button>
      </DialogActions>
    </Dialog>
  )
}
