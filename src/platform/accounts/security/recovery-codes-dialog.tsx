import './recovery-codes-dialog.css'
import { Copy, Download, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMakeRecoveryCodes } from '#platform/accounts/security.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { authErrorText } from '../sign-in/auth-errors.ts'
import { useBusiness } from '#platform/business-profile/business-context.tsx'

type Props = {
  /** Whether codes already exist, which new ones would invalidate. */
  replaces: boolean
  onClose: () => void
}

/** First codes are generated immediately; replacing existing ones asks for confirmation. */
export function RecoveryCodesDialog({ replaces, onClose }: Props) {
  const [isConfirmed, setConfirmed] = useState(!replaces)
  if (isConfirmed) return <NewCodes onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="ליצור קודים חדשים?"
      text="הקודים שכבר הדפסתם יפסיקו לפעול מיד."
    >
      <DialogActions>
        <Button look="primary" onClick={() => setConfirmed(true)}>
          יצירת קודים חדשים
        </Button>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Generates the codes and shows them once. */
function NewCodes({ onClose }: { onClose: () => void }) {
  const { mutate: make, data: codes, error } = useMakeRecoveryCodes()
  const hasStarted = useRef(false)
  useEffect(() => {
    // Guards against a second request, which would invalidate the first set.
    if (hasStarted.current) return
    hasStarted.current = true
    make()
  }, [make])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="קודי השחזור שלכם"
      text="כל קוד מכניס אתכם פעם אחת בלי האפליקציה. הם מוצגים רק עכשיו: כדאי להדפיס ולשמור במקום בטוח, לא בטלפון."
    >
      <DialogBody>
        {error ? (
          <>
            <ErrorText>{authErrorText(error)}</ErrorText>
            <Button onClick={() => make()}>ניסיון נוסף</Button>
          </>
        ) : (
          <Codes codes={codes} />
        )}
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {codes ? 'שמרתי את הקודים' : 'חזרה'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Codes({ codes }: { codes: readonly string[] | undefined }) {
  const { name } = useBusiness()
  const [madeAt] = useState(() => new Date().toISOString())
  if (!codes) return <Loading />
  // The file name has the date, to distinguish it from invalidated sets.
  const whose = `${name}, ${formatDate(madeAt)}`
  const paper = `קודי שחזור: ${whose}\n\n${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(paper)
      toast.success('הקודים הועתקו', { id: 'copied' })
    } catch {
      toast.error('הדפדפן לא אפשר להעתיק. אפשר להדפיס או להוריד קובץ', { id: 'copied' })
    }
  }
  return (
    <>
      <p className="recovery-codes__whose">{whose}</p>
      <ul className="recovery-codes" aria-label="קודי שחזור">
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ul>
      <div className="recovery-codes__ways">
        <Button size="sm" icon={<Icon of={Printer} />} onClick={() => print()}>
          הדפסה
        </Button>
        <Button size="sm" icon={<Icon of={Download} />} onClick={() => download(paper)}>
          הורדת קובץ
        </Button>
        <Button size="sm" icon={<Icon of={Copy} />} onClick={() => void copy()}>
          העתקה
        </Button>
      </div>
    </>
  )
}

function download(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' }).click()
  URL.revokeObjectURL(address)
}
