import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'us-open-without-vip': 'US shares are part of VIP; while VIP cannot be had, this opens them to every customer.',
}
