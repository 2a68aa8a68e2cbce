import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { faultText, providerLabels } from '../gateway-labels.ts'
import { useSaveGateway, useTestGateway } from '../gateways.data.ts'
import { type Provider, refusals, SaveGateway } from '../gateways.ts'

type KeyProvider = Exclude<Provider, 'manual'>
type Field = { name: string; label: string; isSecret?: true; optional?: true }

/** Field labels as on the provider's own site. */
const fields: Record<KeyProvider, readonly Field[]> = {
  cardcom: [
    { name: 'terminal', label: 'מספר מסוף (TerminalNumber)' },
    { name: 'apiName', label: 'שם API (ApiName)' },
    { name: 'apiPassword', label: 'סיסמת API (ApiPassword)', isSecret: true },
  ],
  payplus: [
    { name: 'terminal', label: 'מזהה מסוף (terminal_uid)' },
    { name: 'pageUid', label: 'מזהה עמוד תשלום (payment_page_uid)' },
    { name: 'cashierUid', label: 'מזהה קופה (cashier_uid)', optional: true },
    { name: 'apiKey', label: 'API Key', isSecret: true },
    { name: 'secretKey', label: 'Secret Key', isSecret: true },
  ],
}

/** Saves the API keys of a provider and tests them. Stored keys are never shown, so all of them must be entered again. */
export const KeysDialog = ({ provider, onClose }: { provider: KeyProvider | undefined; onClose: () => void }) => (
  <RecordDialog
    open={provider !== undefined}
    onClose={onClose}
    title={provider ? `מפתחות של ${providerLabels[provider]}` : ''}
    text="המפתחות נשמרים מוצפנים ולא מוצגים שוב, גם לא לכם. אפשר להחליף אותם בכל זמן."
  >
    {provider && <KeysForm provider={provider} />}
  </RecordDialog>
)

function KeysForm({ provider }: { provider: KeyProvider }) {
  const save = useSaveGateway()
  const test = useTestGateway()
  return (
    <RecordForm
      schema={SaveGateway}
      values={{ provider }}
      refusals={refusals}
      save={async (typed) => {
        await save.mutateAsync(typed)
        // The keys are stored regardless of the test result; without a response the card shows them as untested.
        return test.mutateAsync(provider).catch(() => ({ fault: 'unreachable' }))
      }}
      saved={({ fault }) =>
        fault === null
          ? toast.success(`המפתחות נשמרו, ו־${providerLabels[provider]} מקבלת אותם`)
          : toast.error(faultText(fault), { title: 'המפתחות נשמרו, אבל הבדיקה לא הצליחה' })
      }
      action="שמירה ובדיקה"
      busyAction="נבדק מול חברת הסליקה"
    >
      {(errors) =>
        fields[provider].map(({ name, label, isSecret, optional }) => (
          <TextField
            key={name}
            name={name}
            label={label}
            type={isSecret ? 'password' : 'text'}
            // Not marked as a login, so that password managers neither fill nor store it.
            autoComplete={isSecret ? 'new-password' : 'off'}
            spellCheck={false}
            dir="ltr"
            maxLength={200}
            {...(optional ? { optional: '(לא חובה)' } : { required: true })}
            error={errors[name]}
          />
        ))
      }
    </RecordForm>
  )
}
