import type { ChannelContext } from './channel-context.ts'
import type { Replies } from './replies.ts'

/** Reports to the client of an open channel whether the change feed is streaming. */
export async function reportReplication({ feed, limits }: ChannelContext, replies: Replies, isOpen: () => boolean) {
  const isStreaming = await feed.isStreaming(limits.streamingMs)
  if (!isOpen()) return
  if (isStreaming) replies.system('system', 'ok', 'Replication connection established')
  else replies.system('system', 'error', 'Replication connection is not ready')
}
