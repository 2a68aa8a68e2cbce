// Findings on the DNS records of the sender's domain, each with the record that fixes it.
import './sender-domain.css'
import { Copy } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { findingTexts, recordNames, statusLabels } from './finding-texts.ts'
import { SelectorForm } from './selector-form.tsx'
import type { Finding, SenderDomainCheck } from './sender-domain.ts'

const looks = { ok: 'success', warning: 'warning', fault: 'danger', unknown: 'outline' } as const
/** Codes that another selector may fix. */
const asksForSelector = new Set(['dkim_not_found', 'dkim_missing', 'dkim_invalid', 'dkim_revoked', 'dkim_weak'])

export const DomainFindings = ({ check }: { check: SenderDomainCheck }) => (
  <ul className="domain-findings">
    {check.findings.map((finding) => (
      <li key={finding.about}>
        <h4>
          {recordNames[finding.about]}
          <Badge kind={looks[finding.status]}>{statusLabels[finding.status]}</Badge>
        </h4>
        <p>{findingTexts[finding.code]}</p>
        {finding.about === 'dkim' && check.selector && (
          <p className="settings__note">
            הבורר: <Ltr>{check.selector}</Ltr>
          </p>
        )}
        {finding.found.map((record) => (
          <p key={record} className="settings__note">
            הרשומה עכשיו: <Ltr>{shorten(record)}</Ltr>
          </p>
        ))}
        {finding.add && <RecordToAdd {...finding.add} name={finding.about.toUpperCase()} />}
        {asksForSelector.has(finding.code) && <SelectorForm />}
      </li>
    ))}
  </ul>
)

/** Only the start of a key is shown, because keys are long. */
const shorten = (record: string) => (record.length > 160 ? `${record.slice(0, 160)}…` : record)

function RecordToAdd({ host, value, replaces, name }: NonNullable<Finding['add']> & { name: string }) {
  return (
    <dl className="domain-record">
      <dt>{replaces ? 'הרשומה שתבוא במקומה' : 'הרשומה להוספה'}, מסוג TXT. השם:</dt>
      <dd>
        <Ltr>
          <code>{host}</code>
        </Ltr>
      </dd>
      <CopyButton label={`העתקת השם של רשומת ${name}`} text={host} />
      <dt>הערך:</dt>
      <dd>
        <Ltr>
          <code>{value}</code>
        </Ltr>
      </dd>
      <CopyButton label={`העתקת הערך של רשומת ${name}`} text={value} />
    </dl>
  )
}

function CopyButton({ label, text }: { label: string; text: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('הועתק', { id: 'copied' })
    } catch {
      toast.error('הדפדפן לא אפשר להעתיק. אפשר לסמן את הטקסט ולהעתיק אותו', { id: 'copied' })
    }
  }
  return (
    <dd>
      <Button
        size="sm"
        look="ghost"
        iconOnly
        aria-label={label}
        title="העתקה"
        icon={<Icon of={Copy} />}
        onClick={() => void copy()}
      />
    </dd>
  )
}
