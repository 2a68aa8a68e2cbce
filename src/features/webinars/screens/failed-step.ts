import { refusalText } from '#client/refusal.ts'
import { toast } from '#ui/toast/toast.tsx'
import { staffRefusals } from '../webinar-edit.ts'

export const failedStep = (error: unknown) => void toast.error(refusalText(error, staffRefusals))
