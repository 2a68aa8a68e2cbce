import './contact-card.css'
import type { ReactNode } from 'react'
import type { ConsentText } from '#platform/consents/consents.ts'
import { Island } from '#ui/island.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { type ContactFormProps, Island as ContactForm } from './contact-form.island.tsx'
import type { ContactFormState } from './contact-form.ts'
import { ContactThanks } from './contact-thanks.tsx'
import { formTopics, topicLabels } from './topics.ts'

type Props = {
  facts: { backendKey: string }
  texts: readonly Pick<ConsentText, 'id' | 'kind' | 'he_text'>[]
  /** The preselected topic from the link to the page. */
  topic?: string | undefined
  /** The submitted values and errors of a form that failed validation. */
  form?: ContactFormState | undefined
  /** The ticket number of a submitted request: the thank-you text replaces the form. */
  ticket?: string | undefined
  /** The privacy notice shown below the form. */
  children: ReactNode
}

/** The contact form in its card, with the privacy notice below it. */
export function ContactCard({ facts: { backendKey }, texts, topic, form, ticket, children }: Props) {
  const marketing = texts.find(({ kind }) => kind === 'marketing')
  const notice = texts.find(({ kind }) => kind === 'privacy_notice')
  const known = formTopics.find((one) => one === topic)
  const props: ContactFormProps = {
    topics: formTopics.map((value) => ({ value, label: topicLabels[value] })),
    marketing: marketing ? { id: marketing.id, text: marketing.he_text } : null,
    privacyTextId: notice?.id ?? null,
    backendKey,
    state: form ?? { values: known ? { topic: known } : {}, errors: {} },
  }
  if (ticket)
    return (
      <FormSheet>
        <ContactThanks ticket={ticket} />
      </FormSheet>
    )
  return (
    <FormSheet>
      <Island name="contact-form" props={props}>
        <ContactForm {...props} />
      </Island>
      {children}
    </FormSheet>
  )
}
