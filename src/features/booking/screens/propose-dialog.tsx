// Proposes slots to a contact: a message with a link to each, to copy or send.
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useUserId } from '#client/session-context.tsx'
import { israelZone } from '#lib/time/visitor-zones.ts'
import { Button } from '#ui/button.tsx'
import { usePrimaryContactPoints } from '#platform/contact-search/primary-contact-points.data.ts'
import { SelectField, TextAreaField } from '#ui/forms/field.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { ShareOptions } from '#ui/share-options.tsx'
import { refusals } from '../booking-labels.ts'
import { useFreeStarts, useLogProposal, useProposableTypes } from '../propose-slots.data.ts'
import { firstProposals, proposalText } from '../proposed-slots.ts'
import { clockIn, dayTitle, startsByDay } from '../public/free-days.ts'

type Props = { contact: { id: string; full_name: string }; onClose: () => void }

export function ProposeDialog({ contact, onClose }: Props) {
  const { data: types } = useProposableTypes()
  const me = useUserId()
  const [chosenType, setChosenType] = useState<string>()
  const type =
    types?.find(({ id }) => id === chosenType) ?? types?.find(({ user_id: host }) => host === me) ?? types?.[0]
  const { data: starts, error } = useFreeStarts(type?.id, type?.default_duration ?? 30)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="הצעת שעות לפגישה">
      <DialogBody>
        {!types && <Loading />}
        {types?.length === 0 && <p>אין עדיין סוג פגישה שאפשר לקבוע. מוסיפים אחד במסך ״סוגי פגישות״.</p>}
        {types && type && (
          <SelectField
            name="type"
            label="סוג הפגישה"
            value={type.id}
            onChange={({ target }) => setChosenType(target.value)}
          >
            {types.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
        )}
        {error && <p role="alert">{refusalText(error, refusals)}</p>}
        {type && !starts && !error && <Loading />}
        {starts?.length === 0 && <p>אין שעות פנויות בשלושת השבועות הקרובים.</p>}
        {type && starts && starts.length > 0 && (
          <Proposal
            key={type.id}
            contact={contact}
            typeId={type.id}
            starts={starts}
            title={type.title}
            minutes={type.default_duration}
            lockedZone={type.locked_zone}
            url={`${location.origin}/book/${type.booking_hosts.slug}/${type.slug}`}
          />
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>סיום</Button>
      </DialogActions>
    </Dialog>
  )
}

type ProposalProps = {
  contact: Props['contact']
  typeId: string
  starts: readonly number[]
  title: string
  minutes: number
  url: string
  lockedZone: string | null
}

const ordinals = ['ראשונה', 'שנייה', 'שלישית']

function Proposal({ contact, typeId, starts, title, minutes, url, lockedZone }: ProposalProps) {
  const { data: reached } = usePrimaryContactPoints(contact.id)
  const [chosen, setChosen] = useState(() => firstProposals(starts))
  const days = [...startsByDay(starts, israelZone)]
  const generated = proposalText({
    firstName: contact.full_name.split(' ')[0]!,
    title,
    starts: [...new Set(chosen)],
    minutes,
    url,
    lockedZone,
  })
  const [written, setWritten] = useState<string>()
  const text = written ?? generated
  const proposal = useLogProposal(contact.id, typeId)
  const log = () =>
    proposal.mutate([...new Set(chosen)], { onError: (failure) => toast.error(refusalText(failure, refusals)) })
  return (
    <>
      {chosen.map((start, i) => (
        <SelectField
          key={ordinals[i]}
          name={`hour-${i}`}
          label={`שעה ${ordinals[i]}`}
          value={start}
          onChange={({ target }) => {
            setChosen(chosen.with(i, Number(target.value)))
            setWritten(undefined)
          }}
        >
          {days.map(([day, ofDay]) => (
            <optgroup key={day} label={dayTitle(day)}>
              {ofDay.map((one) => (
                <option key={one} value={one}>
                  {`${dayTitle(day)}, ${clockIn(israelZone, one)}`}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      ))}
      <TextAreaField
        name="message"
        label="ההודעה"
        hint="השעות אינן נשמרות: מי שמקדימים קובעים"
        rows={9}
        value={text}
        onChange={({ target }) => setWritten(target.value)}
      />
      <div className="propose__ways">
        <ShareOptions
          copied={{ text, notice: 'ההודעה הועתקה' }}
          words={text}
          subject={`שעות ל${title}`}
          phone={reached?.phone}
          email={reached?.email}
          onSend={log}
        />
      </div>
    </>
  )
}
