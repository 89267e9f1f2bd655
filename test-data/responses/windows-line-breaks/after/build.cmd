@echo off
set CONFIG=Release
msbuild Billing.sln /p:Configuration=%CONFIG%