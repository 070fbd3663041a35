import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'amount-min': 'Mínimo de uma conversão, na moeda cujo valor é indicado.',
  'amount-max': 'Máximo de uma conversão, na moeda cujo valor é indicado.',
}
