export const bareActivities = {
  async nothing(): Promise<void> {},
};
