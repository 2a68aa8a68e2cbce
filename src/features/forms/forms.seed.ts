// Demo forms: an intake form with submissions of three families, and a meeting preparation form.
import type { DemoTeam } from '#platform/accounts/accounts.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import { ago, demoContactId, demoFamilies } from '#features/contacts/contacts.seed.ts'
import type { Form, FormVersion } from './forms.ts'
import { intakeDefinition } from './templates/intake.ts'
import { preparationDefinition } from './templates/preparation.ts'

const formIds = { intake: seedId(96, 1), preparation: seedId(96, 2) }
export type DemoFormKey = keyof typeof formIds
export const demoFormId = (key: DemoFormKey) => formIds[key]

export const demoForms = (team: DemoTeam) =>
  [
    {
      id: formIds.intake,
      public_id: 'hekerut',
      title: intakeDefinition.title,
      status: 'published',
      draft: intakeDefinition,
      current_version: 1,
      owner_id: team.owner,
      opens_opportunity: true,
      is_demo: true,
    },
    {
      id: formIds.preparation,
      public_id: 'hachana',
      title: preparationDefinition.title,
      status: 'published',
      draft: preparationDefinition,
      current_version: 1,
      owner_id: team.owner,
      opens_opportunity: false,
      is_demo: true,
    },
  ] satisfies Partial<Form>[]

export const demoFormVersions = (team: DemoTeam) =>
  [
    { form_id: formIds.intake, number: 1, definition: intakeDefinition, published_by: team.owner },
    { form_id: formIds.preparation, number: 1, definition: preparationDefinition, published_by: team.owner },
  ] satisfies Partial<FormVersion>[]

const answers = [
  { when: 'evening', couple: true, children: 2, worries: ['overdraft', 'couple'], calm: 2 },
  { when: 'morning', couple: false, children: 1, worries: ['plan'], calm: 3 },
  { when: 'noon', couple: true, children: 3, worries: ['loans', 'future'], calm: 2 },
]

export const demoFormSubmissions = (now: Date) =>
  demoFamilies.slice(0, answers.length).map(({ key, name, daysAgo }, i) => ({
    id: seedId(97, i + 1),
    form_id: formIds.intake,
    form_version: 1,
    key_hash: String(i + 1).repeat(64),
    status: 'complete',
    contact_id: demoContactId(key),
    answers: { full_name: name, ...answers[i] },
    ending_key: 'thanks',
    question_seconds: {
      full_name: 6 + i,
      phone: 9,
      couple: 3.5,
      children: 4,
      worries: 21 + 4 * i,
      calm: 7,
      income: 26,
      spending: 34 + 9 * i,
    },
    started_at: ago(now, daysAgo),
    last_at: ago(now, daysAgo),
    completed_at: ago(now, daysAgo),
    is_demo: true,
  }))
