import { sessionTime } from '#features/webinars/public/session-time.ts'

/** The time of a session. Its day and month are on one line. */
export function SessionMoment({ at }: { at: string }) {
  const [weekday, date, ...time] = sessionTime(at).split(', ')
  return (
    <>
      {`${weekday}, `}
      <span className="nowrap">{date}</span>
      {`, ${time.join(', ')}`}
    </>
  )
}
