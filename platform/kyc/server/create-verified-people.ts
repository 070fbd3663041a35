import { readDecimal } from '@bolsillo/kernel'
import { isSameName, type LimitKind, levels, limitSetting } from '../domain/index.ts'
import { findVerifiedCase } from './case-store.ts'
import type { KycDeps } from './deps.ts'
import type { VerifiedPeople } from './verified-people.ts'

/** What rooms that move money ask about a person's papers. */
export function createVerifiedPeople(deps: KycDeps): VerifiedPeople {
  return {
    find: async (db, customerId) => {
      const stored = await findVerifiedCase(db, customerId)
      if (stored === undefined) return undefined
      const { name, curp, rfc, cpf, cnpj } = deps.open(stored)
      return {
        name,
        country: stored.country,
        ...(curp === undefined ? {} : { curp }),
        ...(rfc === undefined ? {} : { rfc }),
        ...(cpf === undefined ? {} : { cpf }),
        ...(cnpj === undefined ? {} : { cnpj }),
        level: stored.level,
      }
    },
    isNameOf: (person, name) => isSameName(person.name, name),
    limits: (person, code) => {
      const level = levels.find((known) => known === person.level) ?? 1
      const bound = (kind: LimitKind): bigint | undefined => {
        const setting = limitSetting(level, code, kind)
        if (setting === undefined) return undefined
        const reading = readDecimal(deps.settings.get(setting), setting.scale)
        return reading.kind === 'value' ? reading.units : undefined
      }
      const [depositDay, withdrawalDay, withdrawalMonth] = [
        bound('deposit-day'),
        bound('withdrawal-day'),
        bound('withdrawal-month'),
      ]
      return {
        ...(depositDay === undefined ? {} : { depositDay }),
        ...(withdrawalDay === undefined ? {} : { withdrawalDay }),
        ...(withdrawalMonth === undefined ? {} : { withdrawalMonth }),
      }
    },
  }
}
