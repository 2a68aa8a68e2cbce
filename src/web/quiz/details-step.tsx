import { ArrowRight } from 'lucide-react'
import type { QuizView } from '#features/quiz/quiz.ts'
import { questionsPath } from '#features/quiz/quiz.ts'
import { DetailsForm } from '#features/quiz/public/details-form.tsx'
import type { FormState } from '#lib/forms/form-post.ts'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { SiteFacts } from '../pages.ts'

type Props = {
  gate: QuizView['texts']['gate']
  texts: readonly ShownText[]
  facts: SiteFacts
  state: FormState
  /** The number of the last question. */
  last: number
}

/** Step after the questions: the result immediately, optionally with a copy by mail. */
export const DetailsStep = ({ gate, texts, facts, state, last }: Props) => (
  <div className="quiz__q quiz__details">
    <h1 className="display d1">{gate.title}</h1>
    <p className="lead">{gate.text}</p>
    <form method="post" action={`${questionsPath}/skip`}>
      <Button look="secondary" size="xl" type="submit">
        לתוצאה שלי, בלי להשאיר פרטים
      </Button>
    </form>
    <section className="quiz__card" aria-labelledby="details-title">
      <h2 id="details-title">עותק בדוא״ל וגיליון עבודה</h2>
      <DetailsForm
        id="details"
        action={`${questionsPath}/details`}
        cta="לתוצאה שלי, עם עותק בדוא״ל"
        texts={texts}
        facts={facts}
        state={state}
      />
    </section>
    <p>
      <a className="quiet-link" href={`${questionsPath}?q=${last}#question`}>
        <Icon of={ArrowRight} />
        <span>חזרה לשאלות</span>
      </a>
    </p>
  </div>
)
