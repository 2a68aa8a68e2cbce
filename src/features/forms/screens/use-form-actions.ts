// Actions on a form: publish, pause, close, archive, duplicate. Each shows a message with its result.
import { useNavigate } from 'react-router'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { formPath } from '../form-paths.ts'
import type { FormStatus } from '../form-labels.ts'
import { refusals } from '../form-texts.ts'
import { type ListedForm, readPreviewPath, useCopyForm, useMoveForm, usePublishForm } from '../forms.data.ts'

const moved: Record<FormStatus, string> = {
  draft: 'הטופס חזר לטיוטות',
  published: 'הטופס פתוח, ואפשר למלא אותו',
  paused: 'הטופס מושהה. מי שכבר התחילו לא יאבדו את מה שמילאו',
  closed: 'הטופס סגור',
  archived: 'הטופס בארכיון, והכתובת שלו כבר לא נפתחת',
}

/** The server returns the first problem of a form that cannot be published. */
export const publishProblem = (error: unknown): string =>
  refusalCode(error) === 'form_invalid' ? (error as Error).message : refusalText(error, refusals)

export function useFormActions() {
  const [publishing, moving, copying] = [usePublishForm(), useMoveForm(), useCopyForm()]
  const navigate = useNavigate()
  const backend = useBackend()
  const failed = (error: unknown) => void toast.error(refusalText(error, refusals))
  return {
    publish: (form: Pick<ListedForm, 'id' | 'version'>) =>
      publishing.mutate(form, {
        onSuccess: ({ version }) => toast.success(version === 1 ? 'הטופס פורסם' : `פורסם נוסח ${version} של הטופס`),
        onError: (error) => void toast.error(publishProblem(error), { title: 'הטופס לא פורסם' }),
      }),
    move: (form: Pick<ListedForm, 'id' | 'version'>, status: FormStatus) =>
      moving.mutate({ form, status }, { onSuccess: () => toast.success(moved[status]), onError: failed }),
    copy: (id: string) =>
      copying.mutate(id, {
        onSuccess: (copied) => {
          toast.success('נוצר עותק של הטופס')
          void navigate(`/crm/forms/${copied.id}?tab=build`)
        },
        onError: failed,
      }),
    async preview(id: string) {
      // Opened in the click handler: browsers block a window opened after the response as a popup.
      const opened = window.open('', '_blank')
      try {
        const path = await readPreviewPath(backend, id)
        const target = opened ?? window
        target.location.assign(path)
      } catch (error) {
        opened?.close()
        toast.error(publishProblem(error), { title: 'אין עדיין תצוגה מקדימה' })
      }
    },
    copyLink: ({ public_id: publicId }: Pick<ListedForm, 'public_id'>) =>
      void navigator.clipboard.writeText(location.origin + formPath(publicId)).then(
        () => toast.success('הקישור הועתק'),
        () => toast.error('הדפדפן לא אפשר להעתיק'),
      ),
  }
}
