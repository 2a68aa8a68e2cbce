// One document to sign: open it, read, type the full name, sign. Afterwards the certificate, for printing.
import { type SubmitEvent, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { Certificate } from '#features/signatures/certificate.tsx'
import { useHomeSignatures } from '#features/signatures/home-signatures.data.ts'
import { type OpenedDocument, useOpenDocument, useSignDocument } from '#features/signatures/signatures.data.ts'
import { FullName, refusals } from '#features/signatures/signatures.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { ErrorText, TextField } from '#ui/forms/field.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useClientCheck } from '../client-check.ts'
import { PortalCard } from '../portal-card.tsx'
import { PortalPage } from '../portal-page.tsx'
import { portalPath } from '../portal-tabs.ts'

export function Component() {
  const { requestId = '' } = useParams()
  const { data: client } = useClientCheck()
  const contactId = client?.isClient ? client.contact?.id : undefined
  const { data: all, error, refetch } = useHomeSignatures()
  const found = all?.find((one) => one.id === requestId && one.contact_id === contactId)
  if (!all && error) return <FailedToLoad insteadOf={all} error={error} onRetry={() => void refetch()} />
  if (!all) return <Loading page size="lg" />
  if (!found || (!found.signed_at && !found.file_id))
    return (
      <PortalPage title="אין כאן מסמך לחתימה">
        <EmptyState
          text="ייתכן שהבקשה בוטלה, או שהמסמך הוחלף בחדש."
          action={
            <Link className={buttonClasses({ look: 'primary' })} to={`${portalPath}/documents`}>
              לכל המסמכים
            </Link>
          }
        />
      </PortalPage>
    )
  return (
    <PortalPage
      title={<bdi>{found.file_name}</bdi>}
      lead={found.signed_at ? 'המסמך נחתם. זה אישור החתימה שלכם.' : 'פותחים, קוראים בנחת, ואז חותמים.'}
    >
      {found.signed_at ? (
        <Certificate requestId={found.id} />
      ) : (
        <Signing requestId={found.id} file={{ id: found.file_id!, name: found.file_name }} />
      )}
      <Link className="portal-back" to={`${portalPath}/documents`}>
        לכל המסמכים
      </Link>
    </PortalPage>
  )
}

function Signing({ requestId, file }: { requestId: string; file: { id: string; name: string } }) {
  const open = useOpenDocument()
  const sign = useSignDocument()
  const [opened, setOpened] = useState<OpenedDocument>()
  const [fullName, setFullName] = useState('')
  const [errorText, setErrorText] = useState<string>()
  useEffect(() => () => (opened ? URL.revokeObjectURL(opened.url) : undefined), [opened])

  async function read() {
    try {
      setOpened(await open.mutateAsync(file))
      setErrorText(undefined)
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = FullName.safeParse(fullName)
    if (!name.success) return setErrorText(refusals.name_incomplete)
    if (!opened || sign.isPending) return
    try {
      await sign.mutateAsync({ requestId, fullName: name.data, sha256: opened.sha256 })
      toast.success('המסמך נחתם. אישור החתימה נשמר כאן')
      // The certificate replaces the form, which had the focus.
      takeFocus(document.querySelector('main'))
    } catch (error) {
      setErrorText(refusalText(error, refusals))
      if (refusalCode(error) === 'document_changed') setOpened(undefined)
    }
  }

  const problem = errorText && (
    <div role="alert">
      <ErrorText>{errorText}</ErrorText>
    </div>
  )
  return (
    <>
      <PortalCard id="read-document" title="קריאה">
        {!opened && (
          <>
            {problem}
            <p className="portal-quiet">החתימה נפתחת אחרי שהמסמך נפתח כאן.</p>
            <div className="portal-actions">
              <Button look="primary" busy={open.isPending} onClick={() => void read()}>
                פתיחת המסמך
              </Button>
            </div>
          </>
        )}
        {opened?.type.startsWith('image/') && <img className="portal-signed-page" src={opened.url} alt={file.name} />}
        {opened && (
          <div className="portal-actions">
            <a
              ref={takeFocus}
              className={buttonClasses({ look: 'secondary' })}
              href={opened.url}
              target="_blank"
              rel="noreferrer"
            >
              קריאת המסמך בחלון נפרד
            </a>
            <a className={buttonClasses({ look: 'ghost' })} href={opened.url} download={file.name}>
              הורדת המסמך
            </a>
          </div>
        )}
      </PortalCard>
      {opened && (
        <PortalCard id="sign-document" title="חתימה">
          <form className="portal-sign" onSubmit={(event) => void submit(event)} noValidate>
            <TextField
              name="fullName"
              label="שם מלא"
              hint="הקלדת השם ולחיצה על חתימה הן החתימה שלכם על המסמך."
              autoComplete="name"
              required
              large
              maxLength={120}
              value={fullName}
              onChange={({ target }) => {
                setFullName(target.value)
                setErrorText(undefined)
              }}
            />
            {problem}
            <p className="portal-quiet">
              יישמרו השם, המועד, החשבון, כתובת הרשת, הדפדפן וטביעת המסמך. החתימה סופית, ואישור עליה נשאר כאן.
            </p>
            <div className="portal-actions">
              <Button type="submit" look="primary" busy={sign.isPending}>
                חתימה
              </Button>
            </div>
          </form>
        </PortalCard>
      )}
    </>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })
