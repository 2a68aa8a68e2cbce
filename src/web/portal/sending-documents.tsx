// Shared parts of the document uploads: hint, sharing choice and failed uploads.
import { refusalText } from '#client/refusal.ts'
import { useHousehold } from '#features/portal/portal.data.ts'
import type { SharedWith } from '#features/portal/portal.ts'
import { refusals as processRefusals } from '#features/processes/processes.ts'
import { refusals as fileRefusals } from '#platform/files/files.ts'
import type { FailedUpload } from '#platform/files/uploads.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText, SelectField } from '#ui/forms/field.tsx'

/** Mentions dragging and pasting only on devices with a mouse, and the camera only on others. */
export const SendingHint = () => (
  <>
    <span className="portal-by-touch">מסמך, גיליון או צילום, עד 20 מ״ב.</span>
    <span className="portal-by-mouse">מסמך, גיליון או תמונה, עד 20 מ״ב: בוחרים, גוררים לכאן או מדביקים.</span>
  </>
)

type SharingProps = { value: SharedWith; onChange: (value: SharedWith) => void }

/** Whether the partner sees an upload. Renders nothing for a client without a partner. */
export function SharingField({ value, onChange }: SharingProps) {
  const { data: household, error, refetch } = useHousehold()
  if (!household && error)
    return (
      <div role="alert">
        <ErrorText>לא הצלחנו לבדוק אם אפשר לשתף. {refusalText(error)}</ErrorText>
        <Button size="sm" onClick={() => void refetch()}>
          ניסיון נוסף
        </Button>
      </div>
    )
  return (
    household &&
    household.length > 1 && (
      <SelectField
        name="shared"
        label="מי עוד רואה"
        value={value}
        onChange={(event) => onChange(event.target.value as SharedWith)}
      >
        <option value="client">רק אני</option>
        <option value="household">גם בן או בת הזוג</option>
      </SelectField>
    )
  )
}

/** Each failed upload with its reason. */
export const FailedDocuments = ({ failures }: { failures: readonly FailedUpload[] }) =>
  failures.length > 0 && (
    <div role="alert">
      {failures.map(({ name, error }) => (
        <ErrorText key={name}>
          <bdi>{name}</bdi>: {refusalText(error, { ...processRefusals, ...fileRefusals })}
        </ErrorText>
      ))}
    </div>
  )
