// /financial_stage/questions: one question per page, then the details. The attempt's token is in a cookie. With `?r=` it is a mailed link
// that resumes an attempt.
import './intro-page.css'
import './questions-page.css'
import type { Backend } from '#client/backend.ts'
import { readQuiz } from '#features/quiz/public/public.data.ts'
import { questionsPath, quizPath, type QuizView } from '#features/quiz/quiz.ts'
import { refusals } from '#features/quiz/quiz-texts.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { DetailsStep } from './details-step.tsx'
import { ResumeMailForm } from './resume-mail-form.tsx'
import { QuestionStep } from './question-step.tsx'
import { QuizTop } from './quiz-top.tsx'
import { ResumePart } from './resume-part.tsx'

type Loaded = { quiz: QuizView | undefined; texts: ShownText[]; at: number | null; resume: string | undefined }
type Props = PageProps & Loaded

export const quiet = true

export async function load(backend: Backend, request: PageRequest): Promise<Loaded> {
  const state = stateOf(request)
  const resume = request.query['r'] ?? state?.values['resume']
  const [quiz, texts] = await Promise.all([
    readQuiz(backend, { key: state?.values['key'], resume }),
    readShownTexts(backend),
  ])
  return { quiz, texts, at: quiz?.attempt ? shownStep(quiz, request) : null, resume }
}

const stateOf = ({ form }: Pick<PageRequest, 'form'>) => form as FormState | undefined

/** The index of the question; the number of questions means the details step. A URL cannot skip a question. */
function shownStep({ questions, attempt }: QuizView, request: PageRequest): number {
  const { values = {} } = stateOf(request) ?? {}
  const reached = questions.findIndex(({ key }) => attempt?.answers[key] === undefined)
  const furthest = reached < 0 ? questions.length : reached
  if (values['isDetails']) return furthest
  const posted = questions.findIndex(({ key }) => key === values['question'])
  if (posted >= 0) return Math.min(posted, furthest)
  const questionParam = request.query['q']
  const number = Number(questionParam)
  return Number.isInteger(number) && number >= 1 ? Math.min(number - 1, furthest) : furthest
}

export function head({ quiz, at, resume, request }: Props): Head {
  const errorMessage = formErrorMessage(stateOf(request))
  const title =
    quiz && at !== null && resume === undefined
      ? at < quiz.questions.length
        ? `שאלה ${at + 1} מתוך ${quiz.questions.length}: ${quiz.questions[at]!.text}`
        : quiz.texts.gate.title
      : 'שאלון השלב הכלכלי'
  return {
    title: errorMessage ? `${errorMessage} – ${title}` : title,
    description: title,
    robots: 'noindex',
    image: null,
  }
}

export function View({ quiz, texts, at, resume, request, facts }: Props) {
  const { business } = facts
  if (quiz && resume !== undefined)
    return (
      <div className="quiz">
        <QuizTop business={business} />
        <div className="wrap quiz__in" id="question">
          <ResumePart state={quiz.resume} token={resume} hasOwn={quiz.attempt !== null} />
        </div>
      </div>
    )
  if (!quiz?.attempt || at === null) return <NoAttempt business={business} />
  const state = stateOf(request) ?? { values: {}, errors: {} }
  const count = quiz.questions.length
  const isLater = state.values['isLater'] !== undefined
  return (
    <div className="quiz">
      <QuizTop business={business} at={at} count={count} />
      <div className="wrap quiz__in" id="question">
        {quiz.attempt.isFinished ? (
          <Finished />
        ) : at < count ? (
          <div className="quiz__step">
            <QuestionStep
              key={at}
              question={quiz.questions[at]!}
              at={at}
              chosen={state.values['answer'] ?? quiz.attempt.answers[quiz.questions[at]!.key]}
              state={isLater ? { values: {}, errors: {} } : state}
            />
            <ResumeMailForm
              question={quiz.questions[at]!.key}
              texts={texts}
              facts={facts}
              state={isLater ? state : undefined}
              isAsked={request.query['later'] !== undefined}
            />
          </div>
        ) : (
          <DetailsStep texts={texts} facts={facts} gate={quiz.texts.gate} state={state} last={count} />
        )}
      </div>
      <footer className="wrap quiz__foot">התשובות נשמרות מוצפנות, ואפשר להפסיק ולהמשיך מכאן בכל עת.</footer>
    </div>
  )
}

/** This browser's attempt is already completed. */
const Finished = () => (
  <div className="quiz__q">
    <h1 className="display d1">{refusals.attempt_finished}</h1>
    <p className="lead">אפשר לחזור לתוצאה, או למלא שוב מההתחלה.</p>
    <div className="quiz__acts">
      <form method="post" action={`${questionsPath}/skip`}>
        <Button look="primary" size="xl" type="submit">
          לתוצאה שלי
        </Button>
      </form>
      <form method="post" action={`${quizPath}/start`}>
        <Button look="ghost" size="lg" type="submit">
          למילוי חוזר
        </Button>
      </form>
    </div>
  </div>
)

const NoAttempt = ({ business }: Pick<PageProps['facts'], 'business'>) => (
  <div className="quiz">
    <QuizTop business={business} />
    <div className="wrap quiz__in" id="question">
      <div className="quiz__q">
        <h1 className="display d1">המילוי לא נמצא</h1>
        <p className="lead">{refusals.attempt_unknown}. כדי להמשיך, הדפדפן צריך לאפשר עוגייה אחת של האתר.</p>
        <p>
          <ButtonLink href={quizPath} look="primary" size="lg">
            להתחלת השאלון
          </ButtonLink>
        </p>
      </div>
    </div>
  </div>
)
