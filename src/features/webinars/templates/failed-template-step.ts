import { refusalText } from '#client/refusal.ts'
import { toast } from '#ui/toast/toast.tsx'
import { templateRefusals } from './webinar-template.ts'

export const failedTemplateStep = (error: unknown) => void toast.error(refusalText(error, templateRefusals))
