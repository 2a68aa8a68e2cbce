import './checklist.css'
import { CalendarPlus } from 'lucide-react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { AppointmentSummary } from '../manage/appointment-summary.tsx'
import { actionsOf, type LinkedAppointment, stateTitle } from '../manage/linked-appointment.ts'
import { managePath } from '../public/booking-view.ts'
import { type PreparationList, progressText } from './preparation-lists.ts'

type Props = {
  token: string
  found: LinkedAppointment
  now: number
  lists: readonly PreparationList[]
  /** Titles of ticked items: as saved, or as submitted in a rejected form. */
  done: readonly string[]
  isSaved: boolean
  problem: string | undefined
}

/** Checklist of one appointment with the ticks of the link's attendee. A plain form. */
export function Checklist({ token, found, now, lists, done, isSaved, problem }: Props) {
  const { isAhead } = actionsOf(found, now)
  const manage = managePath(token)
  return (
    <div className="checklist">
      {isSaved && isAhead && <output className="checklist__note">נשמר. אפשר לחזור לכאן מהקישור בכל רגע</output>}
      {problem && <ErrorText>{problem}</ErrorText>}
      <h2 className="display d3">{isAhead ? 'הרשימה שלכם' : stateTitle(found, now)}</h2>
      <AppointmentSummary of={found} />
      {isAhead && lists.length > 0 && <Ticks token={token} lists={lists} done={done} />}
      <div className="checklist__acts">
        {isAhead && found.status === 'confirmed' && (
          <ButtonLink href={`${manage}/calendar.ics`} icon={<Icon of={CalendarPlus} />}>
            הוספה ליומן
          </ButtonLink>
        )}
        <ButtonLink href={manage} look="ghost">
          לעמוד הפגישה
        </ButtonLink>
      </div>
    </div>
  )
}

function Ticks({ token, lists, done }: Pick<Props, 'token' | 'lists' | 'done'>) {
  const items = lists.flatMap((list) => list.items)
  const count = items.filter(({ title }) => done.includes(title)).length
  return (
    <form className="checklist__form" method="post" action="/preparation#checklist">
      <p className="checklist__progress">
        <progress max={items.length} value={count} aria-labelledby="preparation-progress" />
        <span id="preparation-progress">{progressText(count, items.length)}</span>
      </p>
      <input type="hidden" name="ref" value={token} />
      {lists.map((list) => (
        <fieldset key={list.title} className="checklist__list">
          <legend>{list.title}</legend>
          {list.items.map(({ title, text }) => (
            <label key={title} className="check">
              <input type="checkbox" name="item" value={title} defaultChecked={done.includes(title)} />
              <span>
                <b>{title}</b>
                {text && <small>{text}</small>}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <Button look="primary" size="lg" type="submit">
        שמירת הסימונים
      </Button>
    </form>
  )
}
