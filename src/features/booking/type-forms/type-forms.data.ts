// Forms of appointment types: options for a type, and the submission of an appointment.
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

/** Published forms, by title. */
export function usePublishedForms() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['forms', 'of-types'],
    queryFn: async () =>
      (
        await backend
          .from('forms')
          .select('id, title')
          .eq('status', 'published')
          .is('deleted_at', null)
          .order('title')
          .throwOnError()
      ).data,
  })
}

export type AppointmentForm = { formId: string; title: string; submissionId: string | null }

/** The form of an appointment with its submission, if any; null without a form or without access to it. */
export function useAppointmentForm(rootId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['forms', 'of-appointment', rootId],
    staleTime: 0,
    async queryFn(): Promise<AppointmentForm | null> {
      const { data } = await backend
        .from('form_links')
        .select('form:forms(id, title), submissions:form_submissions(id, status)')
        .eq('appointment_id', rootId)
        .throwOnError()
        .maybeSingle()
      if (!data?.form) return null
      const sent = data.submissions.find(({ status }) => status === 'complete')
      return { formId: data.form.id, title: data.form.title, submissionId: sent?.id ?? null }
    },
  })
}
