import { AppError } from "#domain/errors.ts";

/** Memory budget for the bodies of requests without a credential. */
export interface BodyBudget {
  /** Opens the account of one request. */
  open(clientAddress: string): BodyAccount;
}

export interface BodyAccount {
  /** Counts bytes that the request keeps in memory. Throws `overloaded`. */
  take(bytes: number): void;
  /** Releases all bytes of the request. */
  close(): void;
}

const mebibyte = 1_048_576;
const usualLimits = { bytesMax: 64 * mebibyte, bytesOfAddressMax: 16 * mebibyte };

/**
 * Bounds the memory that unauthenticated requests can hold, however slowly they send: 64 MiB in total and 16
 * MiB for each client IP address, so that one client cannot use up the memory of the others.
 */
export function createBodyBudget({ bytesMax, bytesOfAddressMax } = usualLimits): BodyBudget {
  const bytesOf = new Map<string, number>();
  let total = 0;

  return {
    open(clientAddress) {
      let own = 0;

      function add(bytes: number): void {
        own += bytes;
        total += bytes;
        const ofAddress = (bytesOf.get(clientAddress) ?? 0) + bytes;
        if (ofAddress === 0) bytesOf.delete(clientAddress);
        else bytesOf.set(clientAddress, ofAddress);
      }

      return {
        take(bytes) {
          const ofAddress = bytesOf.get(clientAddress) ?? 0;
          if (total + bytes > bytesMax || ofAddress + bytes > bytesOfAddressMax) {
            throw new AppError("overloaded");
          }
          add(bytes);
        },
        close() {
          add(-own);
        },
      };
    },
  };
}
