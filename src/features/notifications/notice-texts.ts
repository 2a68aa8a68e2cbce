// Counts and texts of notifications. The schema library is not imported, because the bell is on every screen.
export const severities = ['low', 'medium', 'high', 'critical'] as const
type Notice = { is_read: boolean; severity: (typeof severities)[number] }

// spec §9
export const limits = { stored: 50, storedStaleMs: 120_000, retries: 1 } as const

export const countUnread = (notices: readonly Pick<Notice, 'is_read'>[]) =>
  notices.filter((notice) => !notice.is_read).length

/** spec §9: unread, and of high or critical severity */
export const countUnreadHighSeverity = (notices: readonly Notice[]) =>
  notices.filter(({ is_read: isRead, severity }) => !isRead && (severity === 'high' || severity === 'critical')).length

/** Toast texts, verbatim from spec §8. */
export const texts = {
  markOneFailed: 'שגיאה בעדכון ההתראה',
  markAllFailed: 'שגיאה בעדכון ההתראות',
  deleteFailed: 'שגיאה במחיקת ההתראה',
  markedAll: 'כל ההתראות סומנו כנקראו',
} as const
