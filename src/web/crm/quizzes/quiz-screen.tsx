// One quiz: results and metrics, and for owners and admins its definition and the actions of each stage.
import '#features/quiz/screens/quiz-staff.css'
import { ArrowRight, ExternalLink } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useLeadMagnets } from '#features/lead-magnets/lead-magnets.data.ts'
import { type Quiz, staffRefusals } from '#features/quiz/quiz-edit.ts'
import { FiguresTab } from '#features/quiz/screens/figures-tab.tsx'
import type { QuizTabProps } from '#features/quiz/quiz-tab-props.ts'
import { ResultsTab } from '#features/quiz/screens/results-tab.tsx'
import { useChangeQuiz, useQuiz, useQuizVersion } from '#features/quiz/staff.data.ts'
import { isAdmin } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { StageActionsTab } from './stage-actions-tab.tsx'

const Editor = lazy(async () => ({ default: (await import('#features/quiz/editor/editor-tab.tsx')).EditorTab }))

function EditorWithWorksheets(props: QuizTabProps) {
  const { data: worksheets = [] } = useLeadMagnets()
  return <Editor {...props} worksheets={worksheets} />
}

const tabs = [
  { key: 'results', text: 'תוצאות', isEdit: false, Content: ResultsTab },
  { key: 'figures', text: 'התפלגות', isEdit: false, Content: FiguresTab },
  { key: 'edit', text: 'עריכה', isEdit: true, Content: EditorWithWorksheets },
  { key: 'actions', text: 'מה קורה אחר כך', isEdit: true, Content: StageActionsTab },
]

export function Component() {
  const { slug = '' } = useParams()
  const { data: quiz, error, isPending, refetch } = useQuiz(slug)
  const { data: version } = useQuizVersion(quiz?.id, quiz?.current_version)
  const mayEdit = isAdmin(useOwnRoles())
  const tabParam = useSearchParams()[0].get('tab')
  useScreenTitle(quiz?.title ?? 'שאלון')
  if (isPending) return <Loading page size="lg" />
  if (error && !quiz) return <FailedToLoad insteadOf={quiz} error={error} onRetry={() => void refetch()} />
  if (!quiz) return <NotFound />
  const shown = tabs.filter(({ isEdit }) => mayEdit || !isEdit)
  const tab = shown.find(({ key }) => key === tabParam) ?? shown[0]!
  return (
    <div className="view quiz-admin">
      <div className="view__head">
        <Link to="/crm/quizzes" className="btn btn--ghost btn--icon btn--sm" aria-label="לכל השאלונים">
          <Icon of={ArrowRight} />
        </Link>
        <h1>{quiz.title}</h1>
        <div className="view__end">
          {mayEdit && <OpenSwitch quiz={quiz} />}
          <ButtonLink href={`/${quiz.slug}`} target="_blank" rel="noreferrer" icon={<Icon of={ExternalLink} />}>
            צפייה
          </ButtonLink>
        </div>
      </div>
      <LinkTabs
        label="חלקי השאלון"
        tabs={shown.map(({ key, text }) => ({ to: `?tab=${key}`, text, isOpen: key === tab.key }))}
        replace
      />
      {quiz.current_version === null && <EmptyState text="השאלון עוד לא פורסם." />}
      {quiz.current_version !== null && !version && <Loading page />}
      {version && (
        <Suspense fallback={<Loading page />}>
          <tab.Content key={quiz.id} quiz={quiz} version={version} />
        </Suspense>
      )}
    </div>
  )
}

/** A paused quiz accepts no new attempts. Attempts in progress can be completed, and results remain available. */
function OpenSwitch({ quiz: { id, status } }: { quiz: Quiz }) {
  const changing = useChangeQuiz()
  const now = changing.isPending ? (changing.variables.status ?? status) : status
  return (
    <Switch
      label="פתוח למילוי"
      checked={now === 'published'}
      onChange={({ target }) =>
        changing.mutate(
          { id, status: target.checked ? 'published' : 'paused' },
          { onError: (error) => void toast.error(refusalText(error, staffRefusals)) },
        )
      }
    />
  )
}
