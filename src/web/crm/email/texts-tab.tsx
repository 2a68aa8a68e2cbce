// Texts of automatic mails, with blog posts and content blocks.
import { EmailTexts } from '#features/email-templates/email-templates-tab.tsx'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import type { MessageBlock } from '#platform/message-content/message-blocks.ts'
import { Blocks } from '#web/mail/campaign-mail.tsx'
import { ArticleDialog } from '../message-preview/article-dialog.tsx'

const parts = { ArticleChooser: ArticleDialog, Blocks: MailBlocks }

export const Component = () => <EmailTexts parts={parts} />

/** Inert, because a link would leave the editor. */
export function MailBlocks({ blocks }: { blocks: readonly MessageBlock[] }) {
  const { data: business } = usePublicBusinessProfile()
  if (!business || blocks.length === 0) return null
  return (
    <div inert>
      <Blocks blocks={blocks} business={business} siteUrl={location.origin} />
    </div>
  )
}
