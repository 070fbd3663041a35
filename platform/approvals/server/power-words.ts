import type { Language } from '@bolsillo/server-kit'

/** What each call of staff is for, as customers read it in the list of powers. A call without words is a red test. */
export const powerWords: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'list-approvals': {
    'es-ES': 'Ver qué propuestas esperan a una segunda persona',
    'en-US': 'See which proposals wait for a second person',
    'pt-BR': 'Ver quais propostas esperam uma segunda pessoa',
  },
  'read-reconciliation': {
    'es-ES': 'Comparar lo que dicen los bancos y las cadenas con los libros',
    'en-US': 'Compare what banks and chains say with the books',
    'pt-BR': 'Comparar o que bancos e cadeias dizem com os livros',
  },
  'retry-rail-event': {
    'es-ES': 'Volver a intentar un aviso del banco que no se pudo asentar',
    'en-US': 'Try again a bank’s notice that could not be booked',
    'pt-BR': 'Tentar de novo um aviso do banco que não pôde ser lançado',
  },
  'list-manual-transfers': {
    'es-ES': 'Ver qué retiros se hacen a mano en el banco',
    'en-US': 'See which withdrawals are made by hand at the bank',
    'pt-BR': 'Ver quais saques são feitos à mão no banco',
  },
  'read-manual-transfer': {
    'es-ES': 'Ver la cuenta a la que va un retiro hecho a mano; queda en tu registro',
    'en-US': 'See the account a withdrawal made by hand goes to; it stands in your log',
    'pt-BR': 'Ver a conta a que vai um saque feito à mão; fica no seu registro',
  },
  'propose-transfer-end': {
    'es-ES': 'Proponer que un retiro hecho a mano llegó o no llegó; decide otra persona',
    'en-US': 'Propose that a withdrawal made by hand arrived or did not; another person decides',
    'pt-BR': 'Propor que um saque feito à mão chegou ou não; outra pessoa decide',
  },
}
