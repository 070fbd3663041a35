import { describe, expect, it } from 'vitest'
import { mariaSignsIn } from '../fixtures.ts'
import { auditPayload, auditPreimage, auditProblems } from './audit-record.ts'

describe('an audit record', () => {
  it('is written canonically: keys sorted, whatever order they were given in', () => {
    const one = auditPayload({ ...mariaSignsIn, details: { by: '2', account: '1' } })
    expect(one).toBe(auditPayload({ ...mariaSignsIn, details: { account: '1', by: '2' } }))
    expect(one).toBe(
      `{"action":"identity.sign-in","actor":"${mariaSignsIn.actor}","at":1772467200000,` +
        `"details":{"account":"1","by":"2"},"subject":"${mariaSignsIn.subject}"}`,
    )
  })

  it('hashes its number, the hash before and its payload on lines of their own', () => {
    expect(auditPreimage(7n, 'ab', '{}')).toBe('bolsillo.audit.record.1\n7\nab\n{}')
  })

  it.each([
    ['an action without a room', { action: 'sign-in' }, /room\.verb-phrase/],
    ['an actor with a space', { actor: 'Maria Lopez' }, /actor/],
    ['a subject that is no id', { subject: 'maria@example.com' }, /subject/],
    ['a detail with a line break', { details: { note: 'a\nb' } }, /plain text/],
    ['a lone surrogate', { details: { note: '\ud800' } }, /plain text/],
    ['too long a detail', { details: { note: 'x'.repeat(201) } }, /plain text/],
    ['a detail key with a dash', { details: { 'a-b': 'x' } }, /camelCase/],
    ['a time that is none', { at: Number.NaN }, /instant/],
  ])('refuses %s', (_, change, problem) => {
    expect(auditProblems({ ...mariaSignsIn, ...change } as typeof mariaSignsIn).join()).toMatch(problem)
  })

  it('finds nothing wrong with an ordinary one', () => {
    expect(auditProblems(mariaSignsIn)).toEqual([])
  })
})
