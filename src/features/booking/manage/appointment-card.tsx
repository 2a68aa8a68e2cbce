import { CalendarPlus, MessageCircle, Video } from 'lucide-react'
import type { FormState } from '#lib/forms/form-post.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { whatsappAddress } from '#lib/whatsapp.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { statusLabels, unprovenLabel } from '../booking-labels.ts'
import { placeText } from '../public/booking-offer.ts'
import { clockIn, momentText } from '../public/free-days.ts'
import { type BookingView, preparationPath } from '../public/booking-view.ts'
import { WebCalendars } from '../public/web-calendars.tsx'
import { zoneText } from '#lib/time/visitor-zones.ts'
import { FormLink } from '../type-forms/form-link.tsx'
import { AppointmentSummary } from './appointment-summary.tsx'
import { AttendeeForm } from './attendee-form.tsx'
import { CancelForm } from './cancel-form.tsx'
import { EarlierOffer, EarlierWait } from './earlier-hour.tsx'
import { type Actions, actionsOf, deadlineText, type LinkedAppointment, stateTitle } from './linked-appointment.ts'

type Props = {
  token: string
  path: string
  found: LinkedAppointment
  now: number
  facts: BookingView['facts']
  query: Readonly<Record<string, string>>
  /** Errors of a rejected cancellation. */
  cancelState: FormState | undefined
  /** Errors of a rejected invitation of the partner or a guest. */
  additionStates: Partial<Record<'partner' | 'guest', FormState>>
  isMoving: boolean
}

/** One appointment with its status, time, location and available actions. */
export function AppointmentCard(props: Props) {
  const { token, found, now, query, facts } = props
  const actions = actionsOf(found, now)
  const others = found.attendees.filter(({ role }) => role !== found.role)
  return (
    <section className="manage__card" id="state" tabIndex={-1}>
      {query['booked'] !== undefined && actions.isAhead && (
        <output className="manage__note" id="sent" tabIndex={-1}>
          {(found.awaitsProof ? unprovenNote : bookedNotes[found.status]) ?? 'הפגישה נקבעה. שלחנו אישור בדוא״ל'}
        </output>
      )}
      {query['moved'] !== undefined && actions.isAhead && (
        <output className="manage__note">
          {found.status === 'pending' ? bookedNotes.pending : 'המועד שונה. שלחנו אישור מעודכן בדוא״ל'}
        </output>
      )}
      {query['accepted'] !== undefined && actions.isAhead && (
        <output className="manage__note">תודה, רשמנו שאתם מגיעים</output>
      )}
      {query['joined'] !== undefined && actions.isAhead && (
        <output className="manage__note">ההזמנה נשלחה, והפרטים בדרך בדוא״ל</output>
      )}
      <p>
        <Badge {...badges[found.status]}>{found.awaitsProof ? unprovenLabel : statusLabels[found.status]}</Badge>
      </p>
      <h1 className="display d2">{stateTitle(found, now)}</h1>
      <AppointmentSummary of={found}>
        {others.length > 0 && (
          <div>
            <dt>גם מוזמנים</dt>
            <dd>
              {others.map(({ role, name }, index) => (
                <span key={role}>
                  {index > 0 && ', '}
                  <bdi>{name}</bdi>
                </span>
              ))}
            </dd>
          </div>
        )}
        {found.cancelReason && (
          <div>
            <dt>סיבה</dt>
            <dd dir="auto">{found.cancelReason}</dd>
          </div>
        )}
      </AppointmentSummary>
      {!actions.isAhead && actions.canJoin && found.joinUrl && <Join url={found.joinUrl} canJoin />}
      {actions.isAhead ? <UpcomingAppointment {...props} actions={actions} /> : <Ended found={found} />}
      {actions.isAhead && found.form && <FormLink form={found.form} token={token} />}
      {actions.isAhead && found.usesPreparation && facts.publishedPaths.includes('/preparation') && (
        <p>
          <a href={preparationPath(token)}>חמש דקות הכנה לפני שנפגשים</a>
        </p>
      )}
    </section>
  )
}

const bookedNotes: Partial<Record<LinkedAppointment['status'], string>> = {
  pending: 'הבקשה נשלחה, ונעדכן בדוא״ל',
  awaiting_payment: 'השעה שמורה לכם. נשאר רק התשלום',
}

const unprovenNote = 'השעה שמורה לכם. נשאר לאשר בקישור ששלחנו בדוא״ל'

const badges: Partial<Record<LinkedAppointment['status'], { kind: 'success' | 'warning' | 'accent' }>> = {
  confirmed: { kind: 'success' },
  pending: { kind: 'accent' },
  awaiting_payment: { kind: 'warning' },
}

function UpcomingAppointment({
  path,
  found,
  facts,
  query,
  cancelState,
  additionStates,
  isMoving,
  actions,
}: Props & { actions: Actions }) {
  const deadline = deadlineText(found, actions)
  const start = Date.parse(found.startsAt)
  const text = `קבענו: ${found.title}, ${momentText(start, found.zone)} (${zoneText(found.zone)})`
  return (
    <>
      {actions.canMove && <EarlierOffer path={path} found={found} query={query} />}
      {found.joinUrl && <Join url={found.joinUrl} canJoin={actions.canJoin} />}
      {deadline && <p>{deadline}</p>}
      {found.policyText && <p className="booking__policy">{found.policyText}</p>}
      {cancelState?.problem && <ErrorText>{cancelState.problem}</ErrorText>}
      {found.awaitsProof && <PackageProof path={path} found={found} />}
      {found.status === 'awaiting_payment' && !found.awaitsProof && found.role === 'main' && (
        <form method="post" action={`${path}/pay`}>
          {found.decideBy && <p>השעה שמורה לכם עד {clockIn(found.zone, Date.parse(found.decideBy))}.</p>}
          <Button look="accent" size="lg" type="submit">
            לתשלום
          </Button>
        </form>
      )}
      {actions.canAccept && (
        <form method="post" action={`${path}/accept`}>
          <Button look="accent" size="lg" type="submit">
            אנחנו מגיעים
          </Button>
        </form>
      )}
      <div className="booking__acts">
        {actions.canMove
          ? !isMoving && (
              <ButtonLink href={`${path}?move=1#move`} look="primary" size="lg">
                שינוי מועד
              </ButtonLink>
            )
          : found.status !== 'awaiting_payment' &&
            !actions.canLeave && (
              <Button size="lg" disabled>
                שינוי מועד
              </Button>
            )}
        {found.status === 'confirmed' && (
          <ButtonLink href={`${path}/calendar.ics`} size="lg" icon={<Icon of={CalendarPlus} />}>
            הוספה ליומן
          </ButtonLink>
        )}
        <ButtonLink
          href={whatsappAddress('', text)}
          size="lg"
          rel="noopener noreferrer"
          target="_blank"
          icon={<Icon of={MessageCircle} />}
        >
          שיתוף בוואטסאפ
        </ButtonLink>
        {!actions.canCancel && !actions.canLeave && (
          <Button size="lg" disabled>
            ביטול הפגישה
          </Button>
        )}
      </div>
      {found.status === 'confirmed' && (
        <WebCalendars
          title={found.title}
          host={found.hostName}
          start={start}
          minutes={found.duration}
          place={found.joinUrl ?? placeText(found)}
          role={found.role}
        />
      )}
      {actions.canWaitForEarlier && <EarlierWait path={path} isWaiting={found.waitsForEarlier} />}
      {actions.canAddPartner && (
        <AttendeeForm kind="partner" action={`${path}/partner`} state={additionStates.partner} />
      )}
      {actions.canAddGuest && <AttendeeForm kind="guest" action={`${path}/guest`} state={additionStates.guest} />}
      {actions.canLeave && (
        <form className="manage__ask" method="post" action={`${path}/leave`}>
          <p>לא מגיעים? אפשר לצאת מהפגישה. הפגישה עצמה לא תתבטל, ולא יישלחו לכם עוד הודעות עליה.</p>
          <Button size="lg" type="submit">
            יציאה מהפגישה
          </Button>
        </form>
      )}
      {actions.canCancel && (
        <CancelForm
          action={`${path}/cancel`}
          question={`לבטל את הפגישה ב${momentText(start, found.zone)}?`}
          state={cancelState}
        />
      )}
      {!actions.canLeave && (!actions.canCancel || (!actions.canMove && found.status !== 'awaiting_payment')) && (
        <TooLate phone={facts.business.phone} isLate={found.typeId !== null || !actions.canCancel} />
      )}
    </>
  )
}

/** The button is shown only for a link mailed to the main attendee: the link of the booking browser may belong to another person. */
function PackageProof({ path, found: { canProve, decideBy, role, zone } }: { path: string; found: LinkedAppointment }) {
  const until = decideBy && ` השעה שמורה עד ${clockIn(zone, Date.parse(decideBy))}.`
  if (role !== 'main') return <p>הפגישה ממתינה לאישור של מי שקבעו אותה.{until}</p>
  if (!canProve) return <p>הפגישה תיקבע מתוך החבילה כשתאשרו אותה בקישור ששלחנו בדוא״ל.{until}</p>
  return (
    <form method="post" action={`${path}/package`}>
      <p>הפגישה תיקבע מתוך החבילה שלכם.{until}</p>
      <Button look="accent" size="lg" type="submit">
        אישור הפגישה
      </Button>
    </form>
  )
}

const Join = ({ url, canJoin }: { url: string; canJoin: boolean }) =>
  canJoin ? (
    <p>
      <ButtonLink href={url} look="accent" size="lg" rel="noopener noreferrer" icon={<Icon of={Video} />}>
        כניסה לפגישה
      </ButtonLink>
    </p>
  ) : (
    <p className="hint">כפתור הכניסה לפגישה ייפתח כאן 15 דקות לפני שהיא מתחילה.</p>
  )

const TooLate = ({ phone, isLate }: { phone: string | null; isLate: boolean }) => (
  <p className="manage__late">
    {isLate ? 'המועד קרוב, ולכן חלק מהשינויים כבר אינם נעשים כאן.' : 'מועד אחר לפגישה הזו קובעים איתנו.'}{' '}
    <a href="/contact?topic=session">צרו קשר</a>
    {phone && (
      <>
        {' '}
        או בטלפון{' '}
        <a href={`tel:${parsePhone(phone) ?? phone}`}>
          <Ltr>{phone}</Ltr>
        </a>
      </>
    )}
    , ונמצא פתרון.
  </p>
)

/** Explains a terminal status and links to a next step. */
const Ended = ({ found: { hostSlug, typeSlug } }: { found: LinkedAppointment }) => (
  <>
    <p>הפגישה הזו כבר אינה ניתנת לשינוי.</p>
    <div className="booking__acts">
      {hostSlug && (
        <ButtonLink href={typeSlug ? `/book/${hostSlug}/${typeSlug}` : `/book/${hostSlug}`} look="primary" size="lg">
          קביעת פגישה חדשה
        </ButtonLink>
      )}
      <ButtonLink href="/contact?topic=session" size="lg">
        צרו קשר
      </ButtonLink>
    </div>
  </>
)
