// The message plan: automatic messages with their times, and a switch for each rule. Below it the closed days of the business.
import './message-list.css'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useMessagePlan, useSaveRule } from '../message-plan.data.ts'
import {
  isSentByWhatsApp,
  type MessageRule,
  offsetOf,
  offsetText,
  offsetUnits,
  RuleTimeEdit,
  unitOf,
} from '../message-plan.ts'
import { channelLabels } from '../message-reasons.ts'
import { refusals } from '../messages.ts'
import { ClosedDays } from './closed-days.tsx'
import { WhatsAppForm } from './whatsapp-form.tsx'

export function Component() {
  useScreenTitle('תוכנית ההודעות')
  const { data, error, isPending, refetch } = useMessagePlan()
  const [edited, setEdited] = useState<MessageRule>()
  const [texted, setTexted] = useState<MessageRule>()
  if (isPending) return <Loading page size="lg" />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  const { rules, contexts, anchors } = data
  const anchorOf = ({ context_type: type, anchor }: MessageRule) =>
    anchors.find((one) => one.context_type === type && one.anchor === anchor)?.label ?? ''
  return (
    <>
      <p className="email-note">
        ההודעות האלה יוצאות מעצמן כשמשהו קורה. שינוי חל גם על הודעות שכבר מחכות, וביטול של מה שההודעה מדברת עליו מבטל גם
        אותה.
      </p>
      {contexts
        .filter(({ type }) => rules.some((rule) => rule.context_type === type))
        .map(({ type, label }) => (
          <section key={type} className="email-part" aria-labelledby={`plan-${type}`}>
            <h2 id={`plan-${type}`}>{label}</h2>
            {rules
              .filter((rule) => rule.context_type === type)
              .map((rule) => (
                <Rule
                  key={rule.id}
                  rule={rule}
                  anchor={anchorOf(rule)}
                  onEdit={() => setEdited(rule)}
                  onText={() => setTexted(rule)}
                />
              ))}
          </section>
        ))}
      <ClosedDays />
      <RecordDialog
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={`מתי: ${edited?.name ?? ''}`}
      >
        {edited && <TimeForm rule={edited} anchor={anchorOf(edited)} />}
      </RecordDialog>
      <RecordDialog
        open={texted !== undefined}
        onClose={() => setTexted(undefined)}
        title={`וואטסאפ: ${texted?.name ?? ''}`}
      >
        {texted && <WhatsAppForm rule={texted} />}
      </RecordDialog>
    </>
  )
}

type RuleProps = { rule: MessageRule; anchor: string; onEdit: () => void; onText: () => void }

function Rule({ rule, anchor, onEdit, onText }: RuleProps) {
  const saving = useSaveRule()
  // Most staff notifications have no offset: they are sent at the event.
  const isAtOnce = rule.context_type === 'staff_notice'
  return (
    <div className="message-plan__row">
      <Switch
        name={rule.key}
        label={rule.name}
        hint={`${channelsOf(rule)} · ${isAtOnce ? anchor : whenText(rule, anchor)}`}
        checked={rule.is_active}
        disabled={saving.isPending}
        onChange={({ target }) =>
          saving.mutate(
            { seen: rule, edit: { is_active: target.checked } },
            { onError: (error) => toast.error(refusalText(error, refusals), { title: 'השינוי לא נשמר' }) },
          )
        }
      />
      <div className="message-plan__acts">
        {isSentByWhatsApp(rule) && (
          <Button size="sm" look="ghost" aria-label={`וואטסאפ: ${rule.name}`} onClick={onText}>
            וואטסאפ
          </Button>
        )}
        {!isAtOnce && (
          <Button size="sm" look="ghost" aria-label={`שינוי המועד: ${rule.name}`} onClick={onEdit}>
            שינוי המועד
          </Button>
        )}
      </div>
    </div>
  )
}

const channelsOf = ({ channel, whatsapp_template_id: template }: MessageRule) =>
  template ? `${channelLabels['whatsapp']}, למי שלא הסכימו: ${channelLabels[channel]}` : channelLabels[channel]

const whenText = ({ offset_minutes: minutes }: MessageRule, anchor: string) =>
  minutes === 0 ? `מיד, ב${anchor}` : `${offsetText(minutes)} ${anchor}`

function TimeForm({ rule, anchor }: { rule: MessageRule; anchor: string }) {
  const saving = useSaveRule()
  const unit = unitOf(rule.offset_minutes)
  return (
    <RecordForm
      schema={RuleTimeEdit}
      refusals={refusals}
      fields={{ message_rule_offset_range: 'amount' }}
      save={(edit) => saving.mutateAsync({ seen: rule, edit: { offset_minutes: offsetOf(edit) } })}
      saved="המועד נשמר, וההודעות שמחכות עודכנו"
      action="שמירת המועד"
    >
      {(errors) => (
        <>
          <TextField
            name="amount"
            type="number"
            min={0}
            max={366}
            label="כמה"
            defaultValue={Math.abs(rule.offset_minutes) / offsetUnits[unit]}
            error={errors['amount']}
            required
          />
          <SelectField name="unit" label="יחידה" defaultValue={unit}>
            <option value="minutes">דקות</option>
            <option value="hours">שעות</option>
            <option value="days">ימים</option>
          </SelectField>
          <SelectField
            name="side"
            label={`לפני או אחרי: ${anchor}`}
            defaultValue={rule.offset_minutes < 0 ? 'before' : 'after'}
          >
            <option value="after">אחרי</option>
            <option value="before">לפני</option>
          </SelectField>
        </>
      )}
    </RecordForm>
  )
}
