import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'us-open-without-vip':
    'As ações dos EUA fazem parte do VIP; enquanto o VIP não puder ser obtido, isto as abre a todos os clientes.',
}
