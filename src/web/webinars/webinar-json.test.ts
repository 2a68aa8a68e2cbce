import { expect, test } from 'vitest'
import { shownWebinar } from '../../../test/site-facts.ts'
import { webinarEvent, webinarRecording } from './webinar-json.ts'

const site = { siteUrl: 'http://site.test' }

test('an open recording is described as a VideoObject with the URL of its page, not as an Event', () => {
  const webinar = shownWebinar('spring', '2027-01-05T18:30:00Z')
  const [sample] = webinar.sessions
  const over = { ...sample!, status: 'replay' as const, ended_at: '2027-01-05T19:30:00+00:00' }
  const recorded = { ...webinar, duration_minutes: 60, sessions: [over] }
  expect(webinarEvent(recorded, site)).toEqual([])
  expect(webinarRecording(recorded, site)).toMatchObject([
    {
      '@type': 'VideoObject',
      uploadDate: '2027-01-05T19:30:00.000Z',
      duration: 'PT60M',
      url: 'http://site.test/webinar/spring',
      thumbnailUrl: 'http://site.test/share-image/webinar/spring',
    },
  ])
})

test('before the session and after the recording closes there is no VideoObject', () => {
  const webinar = shownWebinar('spring', '2027-01-05T18:30:00Z')
  const [sample] = webinar.sessions
  expect(webinarRecording(webinar, site)).toEqual([])
  const closed = { ...sample!, status: 'closed' as const, ended_at: '2027-01-05T19:30:00+00:00' }
  expect(webinarRecording({ ...webinar, sessions: [closed] }, site)).toEqual([])
})
