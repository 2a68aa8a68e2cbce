import './answer-rating.css'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { formOf, PlainForm } from '#ui/forms/plain-form.tsx'
import type { PageRequest } from '#web/pages.ts'
import { anchorOf } from '../sections/anchor-of.ts'
import { faqFeedbackAction } from './faq-feedback-action.ts'

const formId = 'helped'

/** Anchor of the question that was just rated. */
export const justRated = ({ query }: PageRequest): string | undefined => query['helped'] ?? query['missed']

/** Feedback buttons below an answer; after a vote a thank-you, after a "no" also a contact link. */
export function AnswerRating({ question, request }: { question: string; request: PageRequest }) {
  if (justRated(request) === anchorOf(question))
    return request.query['missed'] === undefined ? (
      <output className="answer-rating">תודה, טוב לדעת.</output>
    ) : (
      <output className="answer-rating">
        <span>
          תודה. נשפר את התשובה, ובינתיים <a href="/contact">אפשר לשאול אותנו</a>.
        </span>
      </output>
    )
  return (
    <p className="answer-rating">
      <span>התשובה עזרה?</span>
      <Button
        form={formOf(formId)}
        type="submit"
        size="sm"
        look="secondary"
        name="yes"
        value={question}
        aria-label={`כן, התשובה עזרה: ${question}`}
      >
        כן
      </Button>
      <Button
        form={formOf(formId)}
        type="submit"
        size="sm"
        look="secondary"
        name="no"
        value={question}
        aria-label={`לא, התשובה לא עזרה: ${question}`}
      >
        לא
      </Button>
    </p>
  )
}

/** The form of all feedback buttons. Visible only when a vote was rejected. */
export const AnswerForm = ({ request: { form } }: { request: PageRequest }) => (
  <PlainForm
    id={formId}
    className="wrap answer-problem"
    action={faqFeedbackAction.path}
    state={(form as FormState | undefined) ?? { errors: {} }}
    labels={{}}
  >
    {null}
  </PlainForm>
)
