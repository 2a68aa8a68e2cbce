import { makeClient } from './make-client.ts'
import { unique } from './make-contact.ts'
import { backendAs, backendAsService } from './render.tsx'

/** Creates a client whose process is in an open stage with a form and two documents. */
export async function startFamily() {
  const [payslips, bank] = [unique('תלושי שכר'), unique('תדפיסי עו״ש')]
  const [owner, service] = [backendAs('owner'), backendAsService()]
  // Uses the intake form of the demo.
  const { data: form } = await owner.from('forms').select('id').eq('public_id', 'hekerut').single().throwOnError()
  const { data: draft } = await owner.rpc('draft_process_template', {}).throwOnError()
  const versionOf = async () =>
    (await owner.from('process_templates').select('version').eq('id', draft).single().throwOnError()).data.version
  const documents = [
    { lineage: null, name: payslips, hint: 'של שלושת החודשים האחרונים' },
    { lineage: null, name: bank, hint: '' },
  ]
  const content = {
    name: unique('ליווי'),
    description: '',
    stages: [{ name: 'מיפוי', lineage: null, form_id: form.id, documents }],
  }
  await owner.rpc('save_process_draft', { template: draft, seen: await versionOf(), content }).throwOnError()
  const { data: template } = await owner
    .rpc('publish_process_template', { template: draft, seen: await versionOf() })
    .throwOnError()
  const { account, contactId } = await makeClient()
  const { data: process } = await service
    .from('client_processes')
    .insert({ contact_id: contactId, process_template_id: template })
    .select('id')
    .single()
    .throwOnError()
  const { data: stage } = await service
    .from('process_stages')
    .select('id')
    .eq('template_id', template)
    .single()
    .throwOnError()
  const { data: instance } = await service
    .from('process_stage_instances')
    .upsert(
      { client_process_id: process.id, process_stage_id: stage.id, status: 'active' },
      { onConflict: 'client_process_id,process_stage_id' },
    )
    .select('id')
    .single()
    .throwOnError()
  return { account, contactId, stage: instance.id, formId: form.id, payslips, bank }
}
