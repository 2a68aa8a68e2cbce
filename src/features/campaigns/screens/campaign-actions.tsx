import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { type Step, useCampaignAction } from '#features/campaigns/campaigns.data.ts'
import { type Campaign, type CampaignStatus, refusals } from '#features/campaigns/campaigns.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'

const steps: Partial<Record<CampaignStatus, readonly Step[]>> = {
  scheduled: ['unschedule', 'cancel'],
  sending: ['cancel', 'pause'],
  paused: ['cancel', 'resume'],
}

const labels: Record<Step, { button: string; done: string }> = {
  unschedule: { button: 'חזרה לטיוטה', done: 'התזמון בוטל, והדיוור חזר לטיוטה' },
  cancel: { button: 'ביטול הדיוור', done: 'הדיוור בוטל' },
  pause: { button: 'השהיה', done: 'השליחה מושהית' },
  resume: { button: 'המשך השליחה', done: 'השליחה ממשיכה מהמקום שבו נעצרה' },
}

/** Actions available in the campaign's state. Irreversible actions require a confirmation. */
export function CampaignActions({ campaign: { id, status } }: { campaign: Campaign }) {
  const steering = useCampaignAction()
  const [isSure, setSure] = useState(true)
  const possible = isAdmin(useOwnRoles()) ? (steps[status] ?? []) : []

  const take = (step: Step) =>
    steering.mutate(
      { id, step },
      {
        onSuccess: () => toast.success(labels[step].done),
        onError: (error) => toast.error(refusalText(error, refusals)),
        onSettled: () => setSure(true),
      },
    )

  return (
    <>
      {possible.map((step) => (
        <Button
          key={step}
          look={step === 'cancel' ? 'ghost' : step === 'resume' ? 'primary' : 'secondary'}
          busy={steering.isPending && steering.variables.step === step}
          onClick={() => (step === 'cancel' ? setSure(false) : take(step))}
        >
          {labels[step].button}
        </Button>
      ))}
      {!isSure && (
        <Dialog
          open
          onOpenChange={(open) => !open && setSure(true)}
          title="לבטל את הדיוור?"
          text="מי שעוד לא קיבלו לא יקבלו, ואי אפשר להמשיך אחר כך. לעצירה זמנית יש השהיה."
        >
          <DialogActions>
            <Button look="danger" busy={steering.isPending} onClick={() => take('cancel')}>
              ביטול הדיוור
            </Button>
            <Button look="ghost" onClick={() => setSure(true)}>
              חזרה
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
