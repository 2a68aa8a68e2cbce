import { Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useBackend, useSession, useUserId } from '#client/session-context.tsx'
import { photoUrl } from '#platform/accounts/staff.data.ts'
import { refusals as pictureRefusals } from '#platform/business-profile/business-profile.ts'
import { uploadPhoto, useSaveProfile } from '#features/team/own-profile.data.ts'
import { refusals, type StaffProfile } from '#features/team/team.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { nameOf } from '#platform/accounts/name-of.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'

const messages = { ...pictureRefusals, ...refusals }

export function PhotoCard({ profile }: { profile: StaffProfile | null }) {
  const { user } = useSession()
  const backend = useBackend()
  const userId = useUserId()
  const saving = useSaveProfile()
  const [isSending, setSending] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const name = profile?.full_name ?? nameOf(user)
  const path = profile?.photo_path ?? null
  const change = (photo_path: string | null) =>
    saving.mutateAsync({ seen: profile, change: { full_name: name, photo_path } })

  async function take(file: File | undefined) {
    if (!file || isSending) return
    setErrorText(undefined)
    setSending(true)
    try {
      await change(await uploadPhoto(backend, userId, file))
      toast.success('התמונה עודכנה')
    } catch (error) {
      setErrorText(refusalText(error, messages))
    } finally {
      setSending(false)
    }
  }
  async function removePhoto() {
    const seen = profile!
    try {
      await change(null)
      offerUndo({
        title: 'התמונה הוסרה',
        undo: () =>
          saving.mutateAsync({
            seen: { ...seen, version: seen.version + 1 },
            change: { full_name: name, photo_path: path },
          }),
        explain: (error) => refusalText(error, messages),
      })
    } catch (error) {
      toast.error(refusalText(error, messages), { title: 'התמונה לא הוסרה' })
    }
  }
  return (
    <SettingsCard title="תמונה">
      <div className="own-photo">
        <Avatar name={name} src={photoUrl(backend, path)} size="lg" />
        <div>
          <p className="settings__note">הצוות רואה אותה ליד השם שלכם. PNG, JPEG, WebP או AVIF, עד 5MB.</p>
          {/* Hidden and opened by the button, because a native file input is labelled in the browser's language. */}
          <input
            ref={input}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp,image/avif"
            onChange={({ target }) => {
              void take(target.files?.[0])
              // Resets the input, so that the same file can be chosen again.
              target.value = ''
            }}
          />
          <div className="own-photo__acts">
            <Button size="sm" busy={isSending} icon={<Icon of={Upload} />} onClick={() => input.current?.click()}>
              {isSending ? 'מעלים' : path ? 'החלפת תמונה' : 'העלאת תמונה'}
            </Button>
            {path && (
              <Button size="sm" look="ghost" icon={<Icon of={Trash2} />} onClick={() => void removePhoto()}>
                הסרה
              </Button>
            )}
          </div>
          {errorText && <ErrorText>{errorText}</ErrorText>}
        </div>
      </div>
    </SettingsCard>
  )
}
