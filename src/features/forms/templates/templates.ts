// Templates for new forms.
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { blankDefinition } from './blank.ts'
import { eventSignupDefinition } from './event-signup.ts'
import { intakeDefinition } from './intake.ts'
import { preparationDefinition } from './preparation.ts'
import { satisfactionDefinition } from './satisfaction.ts'

export const templates = {
  blank: { name: 'טופס ריק', definition: undefined },
  intake: { name: 'היכרות לפני פגישה ראשונה', definition: intakeDefinition },
  preparation: { name: 'הכנה לפגישה', definition: preparationDefinition },
  satisfaction: { name: 'שביעות רצון', definition: satisfactionDefinition },
  event: { name: 'הרשמה לאירוע', definition: eventSignupDefinition },
} as const satisfies Record<string, { name: string; definition: FormDefinition | undefined }>
export type TemplateKey = keyof typeof templates

/** The draft of a new form, with its title. */
export const draftOfTemplate = (key: TemplateKey, title: string): FormDefinition =>
  templates[key].definition ? { ...templates[key].definition, title } : blankDefinition(title)
