@echo off
set CONFIG=Debug
msbuild Billing.sln /p:Configuration=%CONFIG%