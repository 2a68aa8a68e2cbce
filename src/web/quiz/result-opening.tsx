import { Mail } from 'lucide-react'
import type { ResultView } from '#features/quiz/quiz.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { SiteFacts } from '../pages.ts'
import { callPath } from '../site/call-path.ts'
import { StageGauge } from '../site/data-sections/stage-gauge.tsx'

type Props = { view: ResultView; facts: SiteFacts; isSent: boolean; problem: string | undefined }

/** The stage as text and as a gauge, with the stage's call to action. */
export function ResultOpening({ view: { result }, facts, isSent, problem }: Props) {
  const { stage, stages, answered } = result
  const cta = stage && facts.publishedPaths.includes(stage.cta.href) ? stage.cta : undefined
  return (
    <section className="section" aria-labelledby="result-title">
      <div className="wrap quiz-intro">
        <div className="quiz-intro__words">
          {isSent && (
            <p className="quiz-note" id="sent" tabIndex={-1}>
              ההודעה עם הקישור בדרך אליכם. לא הגיעה תוך חמש דקות? כדאי לבדוק בתיקיות ״קידומי מכירות״ ו״דואר זבל״.
            </p>
          )}
          {problem && <ErrorText>{problem}</ErrorText>}
          <p className="kicker">{stage ? `התוצאה שלכם: שלב ${stage.id} מתוך ${stages.length}` : 'התוצאה שלכם'}</p>
          <h1 className="display d1" id="result-title">
            {stage?.title ?? 'אין מספיק מידע לשלב'}
          </h1>
          <p className="lead">{stage?.description ?? tooFew(answered)}</p>
          <div className="quiz__acts">
            <ButtonLink href={cta?.href ?? callPath(facts)} look="primary" size="xl">
              {cta?.label ?? 'לקביעת שיחת היכרות'}
            </ButtonLink>
            <a className="quiet-link" href="#send">
              <Icon of={Mail} />
              <span>שליחה אליי בדוא״ל</span>
            </a>
          </div>
        </div>
        {stage && <StageGauge stages={stages} current={stage.id - 1} />}
      </div>
    </section>
  )
}

const tooFew = (answered: number) =>
  `${answered === 0 ? 'דילגתם על כל השאלות' : answered === 1 ? 'עניתם על שאלה אחת' : `עניתם על ${answered} שאלות`}, ולשלב נדרשות יותר תשובות. התמונה לפי תחומים כאן, ואפשר למלא שוב.`
