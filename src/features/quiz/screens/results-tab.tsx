// Results of a quiz, newest first, filtered by stage. The list contains no answers.
import './quiz-staff.css'
import { useSearchParams } from 'react-router'
import { useBackend } from '#client/session-context.tsx'
import { refusals as exportRefusals } from '#features/exports/exports.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { SheetMenu } from '#platform/exports/sheet-menu.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { pageOf } from '#platform/screens/page-of.ts'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Table } from '#ui/lists/table.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import type { QuizTabProps } from '../quiz-tab-props.ts'
import { fetchResults, pageSize, type ShownResult, type StageFilter, useQuizResults } from '../staff.data.ts'
import { withoutStage } from '../quiz-labels.ts'
import { ResultSheet } from './result-sheet.tsx'

const filterOf = (stageParam: string | null): StageFilter =>
  stageParam === 'none' ? stageParam : stageParam && /^\d$/.test(stageParam) ? Number(stageParam) : undefined

export function ResultsTab({ quiz, version: { definition } }: QuizTabProps) {
  const backend = useBackend()
  const [params, setParams] = useSearchParams()
  const stage = filterOf(params.get('stage'))
  const { data, error, isPending, refetch } = useQuizResults(quiz.id, stage, pageOf(params) - 1)
  const open = (id: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (id) next.set('result', id)
        else next.delete('result')
        return next
      },
      { replace: id === null },
    )
  const filters = [
    { key: undefined, text: 'הכול' },
    ...definition.stages.map(({ id, name }) => ({ key: String(id), text: name })),
    { key: 'none', text: withoutStage },
  ]
  return (
    <div className="quiz-results">
      <LinkTabs
        label="לפי שלב"
        tabs={filters.map(({ key, text }) => ({
          to: key ? `?stage=${key}` : '?',
          text,
          isOpen: filterOf(key ?? null) === stage,
        }))}
        replace
      />
      {isPending && <Loading page />}
      {!data && error && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <EmptyState
          text={stage === undefined ? 'אין עדיין תוצאות. כל תוצאה תופיע כאן, ואצל איש הקשר.' : 'אין תוצאות בשלב הזה.'}
        />
      )}
      {data && data.total > 0 && (
        <>
          <div className="quiz-results__head">
            <p>{count(data.total, { one: 'תוצאה אחת', two: 'שתי תוצאות', other: '# תוצאות' })}</p>
            <SheetMenu
              name={quiz.title}
              fetchFile={(format) => fetchResults(backend, { format, quizId: quiz.id, stage })}
              refusals={exportRefusals}
            />
          </div>
          <Table label="התוצאות">
            <thead>
              <tr>
                <th scope="col">מי</th>
                <th scope="col">שלב</th>
                <th scope="col">ציון</th>
                <th scope="col">מתי</th>
              </tr>
            </thead>
            <tbody>
              {data.results.map((result) => (
                <Row key={result.id} result={result} onOpen={open} />
              ))}
            </tbody>
          </Table>
        </>
      )}
      {data && data.total > pageSize && (
        <Pager
          page={data.page + 1}
          size={pageSize}
          total={data.total}
          to={(to) => `?${stage === undefined ? '' : `stage=${stage}&`}page=${to}`}
        />
      )}
      <ResultSheet id={params.get('result')} onClose={() => open(null)} />
    </div>
  )
}

function Row({ result: row, onOpen }: { result: ShownResult; onOpen: (id: string) => void }) {
  return (
    <tr>
      <td>
        <button type="button" className="quiz-results__open" onClick={() => onOpen(row.id)}>
          {row.contact?.full_name ?? 'בלי פרטים'}
        </button>
      </td>
      <td>{row.result.stage?.name ?? withoutStage}</td>
      <td>{row.score ?? '—'}</td>
      <td>
        {formatDate(row.completed_at)} <small>{formatTime(row.completed_at)}</small>
      </td>
    </tr>
  )
}
