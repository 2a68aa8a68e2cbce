import './lead-magnet.css'
import { refusalText } from '#client/refusal.ts'
import { staffRefusals } from '#features/lead-magnets/lead-magnet-edit.ts'
import {
  useRemoveLeadMagnetFile,
  useShowLeadMagnet,
  useUploadLeadMagnetFile,
} from '#features/lead-magnets/lead-magnets.data.ts'
import type { LeadMagnet } from '#features/lead-magnets/lead-magnets.ts'
import { optimisticValue } from '#platform/editing/optimistic-switch.ts'
import { acceptedDocuments } from '#platform/files/document-files.ts'
import { formatFileSize } from '#lib/format-file-size.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'

const showError = (error: unknown) => void toast.error(refusalText(error, staffRefusals))

/** The file that visitors receive, and whether the lead magnet is published. */
export function LeadMagnetFile({ magnet }: { magnet: LeadMagnet }) {
  const show = useShowLeadMagnet()
  const upload = useUploadLeadMagnetFile()
  const remove = useRemoveLeadMagnetFile()
  const { id, guide, asset_name: name, asset_bytes: bytes } = magnet
  const hasFile = name !== null || guide !== null
  return (
    <Block
      title="הקובץ"
      action={
        <Switch
          label="באתר"
          checked={optimisticValue(show, magnet, 'is_active')}
          onChange={(event) => show.mutate({ id, is_active: event.target.checked }, { onError: showError })}
        />
      }
    >
      <BlockText>
        {name !== null ? (
          <>
            <bdi>{name}</bdi>
            {bytes !== null && `, ${formatFileSize(bytes)}`}
          </>
        ) : guide !== null ? (
          'מדריך PDF שמגיע עם המערכת'
        ) : (
          'אין קובץ. בלי קובץ נשלחות רק ההודעות של הרצף.'
        )}
      </BlockText>
      <div className="lead-magnet__acts">
        <FileButton
          label="בחירת קובץ"
          accept={acceptedDocuments}
          busy={upload.isPending}
          onFile={(file) =>
            upload.mutate({ id, file }, { onSuccess: () => void toast.success('הקובץ הועלה'), onError: showError })
          }
        >
          {upload.isPending ? 'מעלים' : hasFile ? 'החלפת הקובץ' : 'העלאת קובץ'}
        </FileButton>
        {hasFile && (
          <Button
            look="ghost"
            busy={remove.isPending}
            onClick={() => remove.mutate(id, { onSuccess: () => void toast.success('הקובץ הוסר'), onError: showError })}
          >
            הסרת הקובץ
          </Button>
        )}
      </div>
    </Block>
  )
}
