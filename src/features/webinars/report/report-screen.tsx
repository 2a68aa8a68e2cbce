// The report of a webinar, of one session or of all: attendance, the viewer curve, interactions, revenue, and follow-up lists.
import { useSearchParams } from 'react-router'
import { isUuid } from '#lib/is-uuid.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Figure, Figures } from '#ui/figures.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { sessionLabels } from '../screens/session-labels.ts'
import { useWebinars } from '../webinars.data.ts'
import { FollowUp } from './follow-up.tsx'
import { PresenceChart } from './presence-chart.tsx'
import { ReportPeople } from './report-people.tsx'
import { shareOf } from './segment-labels.ts'
import { useWebinarReport, useWebinarRevenue, type WebinarReport } from './webinar-report.data.ts'

type Sessions = NonNullable<ReturnType<typeof useWebinarRevenue>['data']>
const dateOf = ({ starts_at: at }: Sessions[number]) => `${formatDate(at)}, ${formatTime(at)}`

export function Component() {
  const webinarId = useIdParam('webinarId')
  const [search, setSearch] = useSearchParams()
  const asked = search.get('session') ?? ''
  // A malformed id would be refused, so the report covers all sessions, as the field shows.
  const session = isUuid(asked) ? asked : null
  const { data: webinars, isPending } = useWebinars()
  const webinar = webinars?.find(({ id }) => id === webinarId)
  const { data: sessions } = useWebinarRevenue(webinarId)
  const { data: report, error, refetch } = useWebinarReport({ webinar: webinarId, session })
  useScreenTitle(webinar ? `דוח: ${webinar.title}` : 'דוח')
  if (isPending) return <Loading page size="lg" />
  if (!webinar) return <NotFound />
  if (error && !report) return <FailedToLoad insteadOf={report} error={error} onRetry={() => void refetch()} />
  const selected = sessions?.find(({ session_id: id }) => id === session)
  return (
    <div className="view webinar-report">
      <div className="view__head">
        <h1>
          דוח: <bdi>{webinar.title}</bdi>
        </h1>
        <div className="view__end">
          <ButtonLink href={`/admin/webinars/${webinar.id}`} look="ghost">
            להדרכה
          </ButtonLink>
        </div>
      </div>
      <SelectField
        name="session"
        label="מפגש"
        value={session ?? ''}
        onChange={({ target }) => setSearch(target.value ? { session: target.value } : {}, { replace: true })}
      >
        <option value="">כל המפגשים</option>
        {sessions?.map((one) => (
          <option key={one.session_id} value={one.session_id}>
            {dateOf(one)}
          </option>
        ))}
      </SelectField>
      {!report && <Loading />}
      {report && (
        <>
          <ReportFigures figures={report.figures} />
          <Block title="נוכחות לאורך ההדרכה">
            {report.minutes.every(({ live, replay }) => live + replay === 0) ? (
              <BlockText>עוד אין צפייה.</BlockText>
            ) : (
              <PresenceChart minutes={report.minutes} moments={report.moments} />
            )}
          </Block>
          <FollowUp
            of={{ webinar: webinar.id, session }}
            title={webinar.title}
            day={selected && formatDate(selected.starts_at).replace(/\.\d{4}$/, '')}
            segments={report.segments}
          />
          <Revenue sessions={sessions ?? []} />
          <ReportPeople people={report.people} />
        </>
      )}
    </div>
  )
}

const exitCount = ({ exit_answers: answers }: WebinarReport['figures']) =>
  Object.values(answers).reduce((sum, n) => sum + n, 0)

/** Each rate with its denominator. */
const ReportFigures = ({ figures }: { figures: WebinarReport['figures'] }) => (
  <Figures>
    <Figure
      name="נרשמו"
      note={figures.late > 0 ? `ועוד ${figures.late.toLocaleString('he-IL')} להקלטה, אחרי המפגש` : undefined}
    >
      {figures.registered.toLocaleString('he-IL')}
    </Figure>
    <Figure name="הגיעו" note={shareOf(figures.attended, figures.registered, 'נרשמים')}>
      {figures.attended.toLocaleString('he-IL')}
    </Figure>
    <Figure name="נשארו עד הסוף" note={shareOf(figures.stayed, figures.attended, 'שהגיעו')}>
      {figures.stayed.toLocaleString('he-IL')}
    </Figure>
    <Figure name="יצאו מוקדם" note={shareOf(figures.left_early, figures.attended, 'שהגיעו')}>
      {figures.left_early.toLocaleString('he-IL')}
    </Figure>
    <Figure name="לא הגיעו" note={shareOf(figures.missed, figures.registered, 'נרשמים')}>
      {figures.missed.toLocaleString('he-IL')}
    </Figure>
    <Figure
      name="שיא הצופים יחד"
      note={figures.peak_minute === null ? undefined : `בדקה ${figures.peak_minute + 1} של השידור`}
    >
      {figures.peak.toLocaleString('he-IL')}
    </Figure>
    <Figure name="צפו בהקלטה">{figures.replayed.toLocaleString('he-IL')}</Figure>
    <Figure
      name="דקות צפייה"
      note={
        figures.attended > 0
          ? `בממוצע ${Math.round(figures.watched_minutes / Math.max(1, figures.attended + figures.replayed))} לכל מי שצפו`
          : undefined
      }
    >
      {figures.watched_minutes.toLocaleString('he-IL')}
    </Figure>
    <Figure name="שאלות">{figures.questions.toLocaleString('he-IL')}</Figure>
    <Figure name="לחצו על ההצעה" note={shareOf(figures.clicks, figures.attended, 'שהגיעו')}>
      {figures.clicks.toLocaleString('he-IL')}
    </Figure>
    <Figure name="רכשו" note={shareOf(figures.buyers, figures.attended, 'שהגיעו')}>
      {figures.buyers.toLocaleString('he-IL')}
    </Figure>
    {exitCount(figures) > 0 && (
      <Figure name="הייתה מועילה" note={shareOf(figures.exit_answers.useful ?? 0, exitCount(figures), 'שענו בסיום')}>
        {(figures.exit_answers.useful ?? 0).toLocaleString('he-IL')}
      </Figure>
    )}
    <Figure name="הכנסות">{formatMoney(figures.revenue_agorot)}</Figure>
  </Figures>
)

const Revenue = ({ sessions }: { sessions: Sessions }) => (
  <Block title="הכנסות לפי מפגש">
    {sessions.length === 0 && <BlockText>אין מפגשים.</BlockText>}
    {sessions.length > 0 && (
      <Table label="טבלה: הכנסות לפי מפגש">
        <thead>
          <tr>
            <th scope="col">מפגש</th>
            <th scope="col">מצב</th>
            <th scope="col">נרשמו</th>
            <th scope="col">הגיעו</th>
            <th scope="col">רכשו</th>
            <th scope="col">הכנסות</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((row) => (
            <tr key={row.session_id}>
              <th scope="row">{dateOf(row)}</th>
              <td>{sessionLabels[row.status]}</td>
              <td>{row.registered}</td>
              <td>{row.attended}</td>
              <td>{row.buyers}</td>
              <td>{formatMoney(row.revenue_agorot)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    )}
  </Block>
)
