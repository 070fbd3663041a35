import { expect, it } from 'vitest'
import { dropInviteCode, keepInviteCode, keptInviteCode } from './invite-code.ts'

it('keeps the code of an invitation from any first page until it was used', () => {
  keepInviteCode('?symbol=WALMEX.MX&inviteCode=k7qm-2xwp')
  keepInviteCode('?symbol=WALMEX.MX')
  expect(keptInviteCode()).toBe('K7QM2XWP')
  keepInviteCode('?inviteCode=<script>')
  expect(keptInviteCode()).toBe('K7QM2XWP')
  keepInviteCode('?inviteCode=NEWER999')
  expect(keptInviteCode()).toBe('NEWER999')
  dropInviteCode()
  expect(keptInviteCode()).toBe('')
})
