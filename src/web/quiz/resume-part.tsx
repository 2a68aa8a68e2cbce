import { questionsPath, quizPath, type QuizView } from '#features/quiz/quiz.ts'
import { refusals } from '#features/quiz/quiz-texts.ts'
import { Button, ButtonLink } from '#ui/button.tsx'

type Props = { state: QuizView['resume']; token: string; hasOwn: boolean }

/** Landing page of a mailed resume link. Resuming needs a click, because mail scanners open links. */
export const ResumePart = ({ state, token, hasOwn }: Props) =>
  state === 'open' ? (
    <div className="quiz__q">
      <h1 className="display d1">ממשיכים מאיפה שהפסקתם</h1>
      <p className="lead">התשובות נשמרו. אפשר להמשיך כאן, גם אם התחלתם במכשיר אחר.</p>
      <form method="post" action={`${quizPath}/resume`}>
        <input type="hidden" name="resume" value={token} />
        <Button look="primary" size="xl" type="submit">
          להמשך השאלון
        </Button>
      </form>
    </div>
  ) : (
    <div className="quiz__q">
      <h1 className="display d1">{state === 'finished' ? refusals.attempt_finished : 'הקישור כבר לא פעיל'}</h1>
      <p className="lead">
        {state === 'finished'
          ? 'הקישור להמשך כבר לא נדרש. התוצאה מחכה בדפדפן שבו השאלון הושלם, ובדוא״ל אם השארתם כתובת.'
          : 'ייתכן שהשאלון כבר הושלם, או שעבר זמן רב והתשובות נמחקו. אפשר להתחיל מחדש, וזה לוקח כשלוש דקות.'}
      </p>
      <p>
        <ButtonLink href={hasOwn ? questionsPath : quizPath} look="primary" size="lg">
          לשאלון
        </ButtonLink>
      </p>
    </div>
  )
