import { laterLabels } from '#features/quiz/public/quiz-posts.ts'
import { questionsPath } from '#features/quiz/quiz.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import type { SiteFacts } from '../pages.ts'

type Props = {
  question: string
  texts: readonly ShownText[]
  facts: SiteFacts
  /** Undefined unless this form was rejected. */
  state: FormState | undefined
  isAsked: boolean
}

/** Sends a mail with a link to resume, for a visitor who stops here. */
export const ResumeMailForm = ({ question, texts, facts, state, isAsked }: Props) =>
  isAsked ? (
    <p className="quiz-note" id="later" tabIndex={-1}>
      נרשם. אם השאלון לא יושלם, תוך שלוש שעות תגיע הודעה אחת עם קישור להמשך. אם תסיימו קודם, לא יישלח דבר והכתובת תימחק.
    </p>
  ) : (
    <details className="quiz__later" id="later" open={state !== undefined}>
      <summary>אין זמן עכשיו? קישור להמשך בדוא״ל</summary>
      <PlainForm id="later-link" action={`${questionsPath}/later`} state={state ?? { errors: {} }} labels={laterLabels}>
        <input type="hidden" name="question" value={question} />
        <TextField
          large
          id={fieldId('later-link', 'email')}
          name="email"
          label={laterLabels.email}
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          hint="הודעה אחת, אחרי שלוש שעות, ורק אם השאלון לא הושלם"
          error={state?.errors['email']}
          defaultValue={state?.values['email']}
        />
        <NoticeShown texts={texts} />
        <Button look="secondary" size="lg" type="submit">
          לקבלת קישור
        </Button>
        <PrivacyNotice texts={texts} facts={facts} />
      </PlainForm>
    </details>
  )
