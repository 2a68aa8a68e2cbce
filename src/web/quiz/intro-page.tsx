// /financial_stage: introduction to the quiz, and its start button. With `?r=` it is an invitation of the other adult in the household.
import './intro-page.css'
import type { Backend } from '#client/backend.ts'
import { readQuiz } from '#features/quiz/public/public.data.ts'
import { quizPath, type QuizView } from '#features/quiz/quiz.ts'
import { refusals } from '#features/quiz/quiz-texts.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { StageGauge } from '../site/data-sections/stage-gauge.tsx'

type Loaded = { quiz: QuizView | undefined; invitation: string | undefined; again: string | undefined }
type Props = PageProps & Loaded

export async function load(backend: Backend, { query, form }: PageRequest): Promise<Loaded> {
  const posted = (form as FormState | undefined)?.values
  const invitation = query['r'] ?? posted?.['invitation']
  return { quiz: await readQuiz(backend, { invitation }), invitation, again: posted?.['again'] }
}

export function head({ quiz, invitation }: Props): Head {
  const title = quiz?.texts.intro.title ?? 'שאלון השלב הכלכלי'
  const description = quiz?.texts.intro.text.slice(0, 155) ?? refusals.quiz_closed
  return { title, description, ...(invitation !== undefined && { robots: 'noindex' }) }
}

/** Hebrew numerals from two to `maxStages`. */
const numerals = ['שניים', 'שלושה', 'ארבעה', 'חמישה', 'שישה', 'שבעה', 'שמונה', 'תשעה']

const inside = (stages: number) =>
  [
    ['השלב שלכם', `אחד מ${numerals[stages - 2] ?? 'כמה'}, עם מה שהוא אומר ומה שכבר עובד.`],
    ['תמונה לפי תחומים', 'תזרים, חובות, רשת ביטחון, עתיד, והשיח בבית.'],
    ['הצעד הבא', 'דבר אחד שאפשר להתחיל השבוע.'],
  ] as const

export function View({ quiz, invitation, again, request }: Props) {
  const problem = (request.form as FormState | undefined)?.problem
  if (!quiz?.isOpen)
    return (
      <section className="section">
        <div className="wrap quiz-intro__closed">
          <h1 className="display d1">{quiz?.title ?? 'שאלון השלב הכלכלי'}</h1>
          <p className="lead">{refusals.quiz_closed}</p>
          <ButtonLink href="/contact" look="primary" size="lg">
            יצירת קשר
          </ButtonLink>
        </div>
      </section>
    )
  const { intro } = quiz.texts
  return (
    <>
      <section className="section" aria-labelledby="quiz-title">
        <div className="wrap quiz-intro">
          <div className="quiz-intro__words">
            <h1 className="display d1" id="quiz-title">
              {intro.title}
            </h1>
            {invitation !== undefined && <Invitation isValid={quiz.isInvited} />}
            <p className="lead">{intro.text}</p>
            {problem && <ErrorText>{problem}</ErrorText>}
            <form method="post" action={`${quizPath}/start`}>
              {quiz.isInvited && <input type="hidden" name="invitation" value={invitation} />}
              {again && <input type="hidden" name="again" value={again} />}
              <Button look="primary" size="xl" type="submit">
                להתחלת השאלון
              </Button>
            </form>
            <ul className="quiz-intro__facts">
              <li>לא נשמרים סכומים, והתשובות נשמרות מוצפנות</li>
              <li>את התוצאה רואים גם בלי להשאיר פרטים</li>
            </ul>
          </div>
          <StageGauge stages={quiz.stages} />
        </div>
      </section>
      <section className="section section--tint" aria-labelledby="inside-title">
        <div className="wrap">
          <div className="head">
            <h2 className="display d2" id="inside-title">
              מה מקבלים בסיום
            </h2>
          </div>
          <ul className="quiz-steps">
            {inside(quiz.stages.length).map(([title, text]) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          <p className="quiz-intro__note">
            אפשר למלא לבד, ואפשר גם בזוג: כל אחד עונה בנפרד, ובסיום משווים רק את הרמות בכל תחום, ורק אם שניכם מסכימים.
          </p>
          <p className="quiz-intro__note">{intro.note}</p>
        </div>
      </section>
    </>
  )
}

const Invitation = ({ isValid }: { isValid: boolean }) => (
  <p className="quiz-note">
    {isValid
      ? 'הוזמנתם למלא את השאלון גם אתם. עונים בנפרד: התשובות שלכם נשארות שלכם, והרמות בכל תחום משותפות רק אחרי ששניכם מסכימים.'
      : refusals.invitation_unknown}
  </p>
)
