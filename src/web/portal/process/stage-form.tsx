// The form of a stage, with the state of the client's own answers.
import type { ComponentProps } from 'react'
import { refusalText } from '#client/refusal.ts'
import { continuePath, formPath, linkParameter } from '#features/forms/form-paths.ts'
import { drawToken, useHasPartner } from '#features/portal/portal.data.ts'
import { refusals, type StageFormState } from '#features/processes/processes.ts'
import { useMyStageForms, useOpenStageForm } from '#features/processes/stage-documents.data.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { PortalCard } from '../portal-card.tsx'

const labels: Record<StageFormState, string> = { none: 'עוד לא התחלתם', draft: 'נשמר באמצע', sent: 'נשלח' }
const kinds: Record<StageFormState, ComponentProps<typeof Badge>['kind']> = {
  none: 'warning',
  draft: 'info',
  sent: 'success',
}

/** Renders nothing for a stage without a form that can be filled in. */
export function StageForm({ instanceId }: { instanceId: string }) {
  const { data = [] } = useMyStageForms()
  const hasPartner = useHasPartner()
  const open = useOpenStageForm()
  const form = data.find((one) => one.stage_instance_id === instanceId)
  if (!form) return null
  async function onOpen() {
    const token = drawToken(24)
    try {
      const { form_address: address, is_begun: isBegun } = await open.mutateAsync({ instance: instanceId, token })
      location.assign(isBegun ? continuePath(address, token) : `${formPath(address)}?${linkParameter}=${token}`)
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <PortalCard
      id="stage-form"
      title="שאלון של השלב"
      aside={<Badge kind={kinds[form.state]}>{labels[form.state]}</Badge>}
    >
      <p>
        <bdi>{form.title}</bdi>
      </p>
      {hasPartner && <p className="portal-quiet">התשובות של כל אחד ואחת מכם נפרדות, והן לא מוצגות לבן או לבת הזוג.</p>}
      {form.state === 'sent' ? (
        <p>התשובות הגיעו אלינו. תודה!</p>
      ) : (
        <div className="portal-actions">
          <Button look="primary" busy={open.isPending} onClick={() => void onOpen()}>
            {form.state === 'draft' ? 'להמשיך במילוי' : 'למילוי השאלון'}
          </Button>
        </div>
      )}
    </PortalCard>
  )
}
